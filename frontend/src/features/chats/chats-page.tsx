import { MessagesSquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { useChatsInfiniteQuery } from '../../api/chats.ts'
import { useListView } from '../../app/list-view.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ListTools, NothingFound } from '../../components/list-tools.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ChatCard } from './chat-card.tsx'
import styles from './chats-page.module.css'
import { CreateChat } from './create-chat.tsx'

const placeholders = ['a', 'b', 'c']

export function ChatsPage() {
  const [isCreating, setCreating] = useState(false)
  const list = useListView('newest', 'oldest', 'name')
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useChatsInfiniteQuery(list.view)
  const chats = data?.pages.flatMap((page) => page.knowledge_bases)

  return (
    <>
      <PageHead title="Chats">
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden /> Create Chat
        </Button>
      </PageHead>
      {!chats && error && <LoadFailed error={error} onRetry={refetch} />}
      {!chats && !error && (
        <div className={styles.grid} aria-busy>
          {placeholders.map((key) => (
            <Card key={key}>
              <Skeleton height="8rem" />
            </Card>
          ))}
        </div>
      )}
      {chats && (chats.length > 0 || list.isSearching) && <ListTools label="Search chats" list={list} />}
      {chats?.length === 0 && list.isSearching && (
        <Card>
          <NothingFound list={list} />
        </Card>
      )}
      {chats?.length === 0 && !list.isSearching && (
        <Card>
          <EmptyState
            icon={<MessagesSquare />}
            title="No chats created yet.."
            action={<Button onClick={() => setCreating(true)}>Create Chat</Button>}
          >
            A chat answers from the documents you give it. Create one and add your first document.
          </EmptyState>
        </Card>
      )}
      {chats && chats.length > 0 && (
        <ul className={styles.grid}>
          {chats.map((chat) => (
            <li key={chat.id}>
              <ChatCard chat={chat} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
      <CreateChat isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}
