import type { KnowledgeBase } from '@lectern/contracts'
import { Ellipsis, FileText, MessageCircle, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import styles from './chat-card.module.css'
import { ChatPicture } from './chat-picture.tsx'
import { ChatStatus } from './chat-status.tsx'
import { counted } from './counted.ts'
import { DeleteChat } from './delete-chat.tsx'

export function ChatCard({ chat }: { chat: KnowledgeBase }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <ChatPicture chat={chat} />
        <Menu
          trigger={
            <IconButton label={`Menu of ${chat.name}`} size="sm">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem asChild>
            <Link to={`/chats/${chat.id}`}>
              <Pencil aria-hidden /> Edit
            </Link>
          </MenuItem>
          <MenuItem tone="danger" onSelect={() => setDeleting(true)}>
            <Trash2 aria-hidden /> Delete
          </MenuItem>
        </Menu>
      </div>
      <h2 className={styles.name}>
        <Link to={`/chats/${chat.id}`} className={styles.link}>
          {chat.name}
        </Link>
      </h2>
      <div className={styles.foot}>
        <span>
          <FileText aria-hidden /> {counted(chat.file_count, 'file')}
        </span>
        <span>
          <MessageCircle aria-hidden /> {counted(chat.chat_count, 'chat')}
        </span>
        <ChatStatus chat={chat} />
      </div>
      <DeleteChat chat={chat} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Card>
  )
}
