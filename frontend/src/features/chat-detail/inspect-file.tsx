import type { KnowledgeBaseFile, ReadPassage } from '@lectern/contracts'
import { useState } from 'react'
import { usePassagesInfiniteQuery } from '../../api/passages.ts'
import { Badge } from '../../components/badge.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { counted } from '../chats/counted.ts'
import styles from './passages.module.css'

type Props = { file: KnowledgeBaseFile | null; onClose: () => void }

/** What was read from a file, passage by passage: what the chat can answer from, and nothing else. */
export function InspectFile({ file, onClose }: Props) {
  return (
    <Dialog
      isOpen={file !== null}
      onClose={onClose}
      isWide
      title={file?.name ?? ''}
      description="What was read from this document, in the passages the chat finds and quotes."
    >
      {file && <Passages file={file} />}
    </Dialog>
  )
}

function Passages({ file }: { file: KnowledgeBaseFile }) {
  const [fromPage, setFromPage] = useState(1)
  const read = usePassagesInfiniteQuery({ fileId: file.id, fromPage })
  const passages = read.data?.pages.flatMap((page) => page.passages)
  const total = read.data?.pages[0]?.total ?? 0
  const last = file.pages ?? 1

  if (!passages && read.error) return <LoadFailed error={read.error} onRetry={read.refetch} />
  return (
    <div className={styles.inspector}>
      <div className={styles.tools}>
        <p className={styles.facts}>{read.data ? counted(total, 'passage') : 'Reading'}</p>
        {last > 1 && (
          <Field label="From page">
            <Input
              type="number"
              min={1}
              max={last}
              value={fromPage}
              onChange={(event) => setFromPage(Math.min(last, Math.max(1, event.target.valueAsNumber || 1)))}
            />
          </Field>
        )}
      </div>
      {!passages && <Skeleton height="12rem" />}
      {passages?.length === 0 && <p className={styles.facts}>Nothing has been read from it yet.</p>}
      <ol className={styles.list} aria-label="Passages">
        {passages?.map((passage) => (
          <li key={passage.id} className={styles.passage}>
            <Place passage={passage} />
            <p className={styles.text}>{passage.text}</p>
          </li>
        ))}
      </ol>
      <LoadMore hasMore={read.hasNextPage} isLoading={read.isFetchingNextPage} onLoad={read.fetchNextPage} />
    </div>
  )
}

function Place({ passage: { page, heading } }: { passage: ReadPassage }) {
  if (page === null && !heading) return null
  return (
    <p className={styles.place}>
      {page !== null && <Badge>Page {page}</Badge>}
      {heading && <span>{heading}</span>}
    </p>
  )
}
