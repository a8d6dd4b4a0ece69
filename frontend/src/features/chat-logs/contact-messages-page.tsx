import { ArrowLeft, Mail } from 'lucide-react'
import { Link } from 'react-router'
import { useContactMessagesInfiniteQuery, useDeleteContactMessageMutation } from '../../api/visitors.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { RemoveRow } from '../../components/remove-row.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import back from './chat-log-page.module.css'
import styles from './contact-messages-page.module.css'

const webhooks = {
  none: null,
  waiting: <Badge tone="warning">Webhook waits</Badge>,
  delivered: <Badge tone="success">Webhook delivered</Badge>,
  failed: <Badge tone="danger">Webhook failed</Badge>,
}

/** What visitors wrote to a person, newest first. */
export function ContactMessagesPage() {
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useContactMessagesInfiniteQuery('')
  const [remove, { isLoading: isRemoving }] = useDeleteContactMessageMutation()
  const messages = data?.pages.flatMap((page) => page.messages)
  return (
    <>
      <title>Messages · Lectern</title>
      <Link to="/chat-logs" className={back.back}>
        <ArrowLeft aria-hidden /> Chat Logs
      </Link>
      <PageHead title="Messages" />
      {!data && error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && (
        <Card aria-busy>
          <Skeleton height="12rem" />
        </Card>
      )}
      {messages?.length === 0 && (
        <Card>
          <EmptyState icon={<Mail />} title="No messages yet">
            Visitors can write to a person where a chat cannot help them. Their messages come by mail and are kept here.
          </EmptyState>
        </Card>
      )}
      {messages && messages.length > 0 && (
        <Card className={styles.list}>
          <ul>
            {messages.map((message) => (
              <li key={message.id} className={styles.row}>
                <div className={styles.text}>
                  <p>{message.message}</p>
                  <p className={styles.facts}>
                    <a href={`mailto:${message.email}`}>
                      {message.name}, {message.email}
                    </a>
                    {message.is_identified && <Badge tone="accent">Identified</Badge>}
                    <span>{message.kb.name}</span>
                    <Time value={message.created_at} />
                    {webhooks[message.webhook]}
                    {message.transcript_id && <Link to={`/chat-logs/${message.transcript_id}`}>Conversation</Link>}
                  </p>
                </div>
                <RemoveRow
                  label={`Delete the message of ${message.name}`}
                  isBusy={isRemoving}
                  onRemove={() => remove(message.id)}
                >
                  The message of {message.name} is deleted here. Its mail stays where it was sent.
                </RemoveRow>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </>
  )
}
