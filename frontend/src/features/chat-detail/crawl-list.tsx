import type { Crawl } from '@lectern/contracts'
import { CircleAlert, CircleCheck, LoaderCircle, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCrawlAgainMutation, useDeleteCrawlMutation } from '../../api/crawls.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Time } from '../../components/time.tsx'
import { counted } from '../chats/counted.ts'
import styles from './crawl-list.module.css'
import { Receipt } from './receipt.tsx'
import { useCrawls } from './use-crawls.ts'

/** The websites that are read into the chat, each with what its last reading came to. */
export function CrawlList({ chatId }: { chatId: string }) {
  const { data: crawls } = useCrawls(chatId)
  if (!crawls || crawls.length === 0) return null
  return (
    <Card>
      <ul className={styles.list} aria-label="Websites">
        {crawls.map((crawl) => (
          <li key={crawl.id} className={styles.crawl}>
            <Website crawl={crawl} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Website({ crawl }: { crawl: Crawl }) {
  const dispatch = useAppDispatch()
  const [again, { isLoading: isStarting }] = useCrawlAgainMutation()
  const [remove, { isLoading: isDeleting }] = useDeleteCrawlMutation()
  const [isLeaving, setLeaving] = useState(false)
  const { id, url, status, pages, next_at, knowledge_base_id: chatId } = crawl
  const [receipt] = crawl.receipts
  const isRunning = status === 'running'

  const readAgain = async () => {
    const { data } = await again({ chatId, id })
    if (data) dispatch(successToast(data.message))
  }
  const confirm = async () => {
    const { data } = await remove({ chatId, id })
    if (data) dispatch(successToast(data.message))
    setLeaving(false)
  }
  return (
    <>
      <div className={styles.head}>
        <a className={styles.url} href={url} target="_blank" rel="nofollow noopener noreferrer">
          {url}
        </a>
        <Status crawl={crawl} />
        <div className={styles.actions}>
          <Button variant="ghost" size="sm" disabled={isRunning} isBusy={isStarting} onClick={readAgain}>
            <RotateCw aria-hidden /> Crawl again
          </Button>
          <IconButton label={`Delete ${url}`} size="sm" onClick={() => setLeaving(true)}>
            <Trash2 />
          </IconButton>
        </div>
      </div>
      <p className={styles.facts}>
        {counted(pages, 'page')}
        {next_at && (
          <>
            {' · next '}
            <Time value={next_at} />
          </>
        )}
      </p>
      {receipt && !isRunning && <Receipt receipt={receipt} />}
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        action="Delete"
        isBusy={isDeleting}
        onConfirm={confirm}
      >
        “{url}” is deleted with its {counted(pages, 'page')}, and the chat does not answer from them any more.
      </ConfirmDialog>
    </>
  )
}

function Status({ crawl: { status } }: { crawl: Crawl }) {
  if (status === 'running')
    return (
      <Badge tone="warning">
        <LoaderCircle aria-hidden /> Reading
      </Badge>
    )
  if (status === 'failed')
    return (
      <Badge tone="danger">
        <CircleAlert aria-hidden /> Failed
      </Badge>
    )
  return (
    <Badge tone="success">
      <CircleCheck aria-hidden /> Read
    </Badge>
  )
}
