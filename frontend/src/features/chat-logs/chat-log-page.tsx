import { errors, limits } from '@lectern/contracts'
import { isFailure, type Message } from '@lectern/conversation'
import { ArrowLeft, PenLine } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useTranscriptInfiniteQuery } from '../../api/transcripts.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { WriteAnswer } from '../chat-detail/write-answer.tsx'
import { counted } from '../chats/counted.ts'
import { MessageList } from '../conversation/message-list.tsx'
import styles from './chat-log-page.module.css'
import { toMessage } from './to-message.ts'
import { TranscriptMarks } from './transcript-marks.tsx'

/** One conversation from its start. */
export function ChatLogPage() {
  const { id = '' } = useParams()
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useTranscriptInfiniteQuery(id)
  const transcript = data?.pages[0]?.transcript
  const messages = data?.pages.flatMap((page) => page.chats).map(toMessage) ?? []
  const [corrected, setCorrected] = useState<{ question: string; answer: string } | null>(null)

  const correct = (message: Message, index: number) => {
    const question = messages[index - 1]
    if (message.role !== 'assistant' || question?.role !== 'user') return null
    const answer = message.type === 'no_answer' ? '' : withoutMarks(message.text)
    const draft = { question: question.text.slice(0, limits.pairQuestion), answer }
    return (
      <Button variant="ghost" size="sm" className={styles.correct} onClick={() => setCorrected(draft)}>
        <PenLine aria-hidden /> Correct this answer
      </Button>
    )
  }

  if (isFailure(error) && error.status === errors.not_found.status) return <LogMissing />
  if (!transcript && error) return <LoadFailed error={error} onRetry={refetch} />
  if (!transcript)
    return (
      <div aria-busy>
        <PageHead title={<Skeleton width="16rem" />} />
        <Card>
          <Skeleton height="16rem" />
        </Card>
      </div>
    )
  return (
    <>
      <title>{`Chat Log: ${transcript.unqid} · Lectern`}</title>
      <Link to="/chat-logs" className={styles.back}>
        <ArrowLeft aria-hidden /> Chat Logs
      </Link>
      <PageHead title={`Chat Log: ${transcript.unqid}`}>
        <p className={styles.facts}>
          {transcript.kb.name} · <Time value={transcript.created_at} /> · {counted(transcript.chat_count, 'chat')}{' '}
          <TranscriptMarks transcript={transcript} />
        </p>
      </PageHead>
      <Card className={styles.log}>
        <MessageList messages={messages} actions={correct} />
      </Card>
      <WriteAnswer chatId={transcript.kb.id} pair={corrected} onClose={() => setCorrected(null)} />
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </>
  )
}

/** The words of an answer alone: no marks of sources, no signs of quotes. */
const withoutMarks = (text: string) =>
  text
    .replace(/ ?\[\d+\]/g, '')
    .replace(/^> ?/gm, '')
    .trim()
    .slice(0, limits.pairAnswer)

function LogMissing() {
  return (
    <EmptyState
      title={<h1>{errors.not_found.message}</h1>}
      action={
        <Button asChild>
          <Link to="/chat-logs">Go to the chat logs</Link>
        </Button>
      }
    />
  )
}
