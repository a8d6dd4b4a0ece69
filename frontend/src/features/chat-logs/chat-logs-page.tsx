import { Mail, ScrollText } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useTranscriptsInfiniteQuery } from '../../api/transcripts.ts'
import { useListView } from '../../app/list-view.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Field } from '../../components/field.tsx'
import { ListTools, NothingFound } from '../../components/list-tools.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { counted } from '../chats/counted.ts'
import styles from './chat-logs-page.module.css'
import { ContactMessagesPage } from './contact-messages-page.tsx'
import { TranscriptMarks } from './transcript-marks.tsx'

/** What was asked and answered; or, where that is wanted, what visitors wrote to a person. */
export function ChatLogsPage() {
  const [query] = useSearchParams()
  return query.get('show') === 'messages' ? <ContactMessagesPage /> : <TranscriptsPage />
}

/** Newest first. */
function TranscriptsPage() {
  const [query, setQuery] = useSearchParams()
  const chatId = query.get('chat') ?? ''
  const list = useListView('newest', 'oldest')
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useTranscriptsInfiniteQuery({
    ...list.view,
    kb_id: chatId || undefined,
  })
  const transcripts = data?.pages.flatMap((page) => page.transcripts)
  const chats = data?.pages[0]?.kbs ?? []
  const options = [
    { value: '', label: 'All Knowledge Bases' },
    ...chats.map(({ id, name }) => ({ value: id, label: name })),
  ]

  const filter = (chosen: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (chosen) next.set('chat', chosen)
        else next.delete('chat')
        return next
      },
      { replace: true },
    )

  return (
    <>
      <PageHead title="Chat Logs">
        <div className={styles.tools}>
          <Button asChild variant="secondary">
            <Link to="/chat-logs?show=messages">
              <Mail aria-hidden /> Messages
            </Link>
          </Button>
          <div className={styles.filter}>
            <Field label="Knowledge base" isLabelHidden>
              <Select options={options} value={chatId} onChange={filter} />
            </Field>
          </div>
        </div>
      </PageHead>
      {!data && error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && (
        <Card aria-busy>
          <Skeleton height="12rem" />
        </Card>
      )}
      {transcripts && (transcripts.length > 0 || list.isSearching) && (
        <ListTools label="Search chat logs" list={list} />
      )}
      {transcripts?.length === 0 && list.isSearching && (
        <Card>
          <NothingFound list={list} />
        </Card>
      )}
      {transcripts?.length === 0 && !list.isSearching && (
        <Card>
          <EmptyState icon={<ScrollText />} title="No chat logs for this chat">
            Conversations are kept here as soon as someone asks.
          </EmptyState>
        </Card>
      )}
      {transcripts && transcripts.length > 0 && (
        <Card className={styles.list}>
          <ul>
            {transcripts.map((transcript) => (
              <li key={transcript.id} className={styles.row}>
                <Link to={`/chat-logs/${transcript.id}`} className={styles.first}>
                  {transcript.first_chat.content}
                </Link>
                <p className={styles.facts}>
                  <span>{transcript.kb.name}</span>
                  <span>{counted(transcript.chat_count, 'chat')}</span>
                  <Time value={transcript.created_at} />
                  <TranscriptMarks transcript={transcript} />
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </>
  )
}
