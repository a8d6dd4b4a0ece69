import type { AnswerPair } from '@lectern/contracts'
import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  useAnswerPairsInfiniteQuery,
  useDeleteAnswerPairMutation,
  useImportAnswerPairsMutation,
} from '../../api/answer-pairs.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import section from './section.module.css'
import { WriteAnswer } from './write-answer.tsx'
import styles from './written-answers.module.css'

type Props = { chatId: string }

/** Questions with the answers that the owner wrote: they win over the documents. */
export function WrittenAnswers({ chatId }: Props) {
  const dispatch = useAppDispatch()
  const read = useAnswerPairsInfiniteQuery(chatId)
  const pairs = read.data?.pages.flatMap((page) => page.pairs) ?? []
  const [editing, setEditing] = useState<AnswerPair | 'new' | null>(null)
  const [leaving, setLeaving] = useState<AnswerPair | null>(null)
  const [remove, { isLoading: isRemoving }] = useDeleteAnswerPairMutation()

  const confirm = async () => {
    if (!leaving) return
    const { data } = await remove({ id: leaving.id, chatId })
    if (data) dispatch(successToast(data.message))
    setLeaving(null)
  }
  return (
    <Card>
      <section className={section.section} aria-labelledby="written-answers">
        <div className={section.head}>
          <div>
            <h2 id="written-answers" className={section.title}>
              Written answers
            </h2>
            <p className={section.note}>
              Asked such a question, the chat answers with your own words, whatever the documents tell.
            </p>
          </div>
          <div className={section.actions}>
            <ImportPairs chatId={chatId} />
            <Button variant="secondary" size="sm" onClick={() => setEditing('new')}>
              <Plus aria-hidden /> Write one
            </Button>
          </div>
        </div>
        {read.error && !read.data && <LoadFailed error={read.error} onRetry={read.refetch} />}
        {pairs.length > 0 && (
          <ul className={styles.list} aria-label="Written answers">
            {pairs.map((pair) => (
              <li key={pair.id}>
                <div>
                  <p className={styles.question}>{pair.question}</p>
                  <p className={styles.answer}>{pair.answer}</p>
                </div>
                <div className={styles.actions}>
                  <IconButton label={`Edit “${pair.question}”`} size="sm" onClick={() => setEditing(pair)}>
                    <Pencil />
                  </IconButton>
                  <IconButton label={`Delete “${pair.question}”`} size="sm" onClick={() => setLeaving(pair)}>
                    <Trash2 />
                  </IconButton>
                </div>
              </li>
            ))}
          </ul>
        )}
        <LoadMore hasMore={read.hasNextPage} isLoading={read.isFetchingNextPage} onLoad={read.fetchNextPage} />
      </section>
      <WriteAnswer
        chatId={chatId}
        pair={editing === 'new' ? { question: '', answer: '' } : editing}
        onClose={() => setEditing(null)}
      />
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        action="Delete"
        isBusy={isRemoving}
        onConfirm={confirm}
      >
        The answer to “{leaving?.question}” is deleted, and the documents answer it again.
      </ConfirmDialog>
    </Card>
  )
}

function ImportPairs({ chatId }: Props) {
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  const [send, { isLoading, data }] = useImportAnswerPairsMutation()
  const take = async (file: File | undefined) => {
    if (!file) return
    const answer = await send({ chatId, csv: await file.text() })
    if (answer.data) dispatch(successToast(answer.data.message))
  }
  return (
    <>
      <Button variant="ghost" size="sm" isBusy={isLoading} onClick={() => input.current?.click()}>
        <FileUp aria-hidden /> Import CSV
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="visually-hidden"
        aria-label="CSV of questions and answers"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {data && data.refused.length > 0 && (
        <ul className={styles.refused} role="alert">
          {data.refused.map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
