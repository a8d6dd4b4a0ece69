import type { KnowledgeBase } from '@lectern/contracts'
import { MessageSquareText } from 'lucide-react'
import styles from './chat-picture.module.css'

type Props = { chat: Pick<KnowledgeBase, 'image_url'> }

/** The chat's image, or what stands for it. */
export function ChatPicture({ chat }: Props) {
  if (chat.image_url) return <img src={chat.image_url} alt="" className={styles.picture} />
  return (
    <span className={styles.picture}>
      <MessageSquareText aria-hidden />
    </span>
  )
}
