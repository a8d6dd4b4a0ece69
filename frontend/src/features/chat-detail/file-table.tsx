import type { KnowledgeBaseFile } from '@lectern/contracts'
import { CircleAlert, ScanText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDeleteFileMutation } from '../../api/files.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { IconButton } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Time } from '../../components/time.tsx'
import styles from './file-table.module.css'
import { InspectFile } from './inspect-file.tsx'
import { usePagesPerSecond } from './pages-per-second.ts'

type Props = { chatId: string; files: KnowledgeBaseFile[] }

export function FileTable({ chatId, files }: Props) {
  const dispatch = useAppDispatch()
  const [leaving, setLeaving] = useState<KnowledgeBaseFile | null>(null)
  const [inspected, setInspected] = useState<KnowledgeBaseFile | null>(null)
  const [remove, { isLoading }] = useDeleteFileMutation()
  const confirm = async () => {
    if (!leaving) return
    const { data } = await remove({ id: leaving.id, chatId })
    if (data) dispatch(successToast(data.message))
    setLeaving(null)
  }
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={styles.wide}>
              Size
            </th>
            <th scope="col" className={styles.wide}>
              Extension
            </th>
            <th scope="col" className={styles.wide}>
              Date
            </th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <td>
                <FileName file={file} />
                <p className={styles.narrow}>
                  {file.size_format} · {file.ext && `${file.ext} · `}
                  <Time value={file.created_at} />
                </p>
                <FileState file={file} />
              </td>
              <td className={styles.wide}>{file.size_format}</td>
              <td className={styles.wide}>{file.ext}</td>
              <td className={styles.wide}>
                <Time value={file.created_at} />
              </td>
              <td className={styles.action}>
                <div className={styles.actions}>
                  <IconButton
                    label={`What was read from ${file.name}`}
                    size="sm"
                    disabled={file.status === 'failed'}
                    onClick={() => setInspected(file)}
                  >
                    <ScanText />
                  </IconButton>
                  <IconButton label={`Delete ${file.name}`} size="sm" onClick={() => setLeaving(file)}>
                    <Trash2 />
                  </IconButton>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <InspectFile file={inspected} onClose={() => setInspected(null)} />
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        action="Delete"
        isBusy={isLoading}
        onConfirm={confirm}
      >
        “{leaving?.name}” is deleted, and the chat does not answer from it any more.
      </ConfirmDialog>
    </>
  )
}

function FileName({ file: { name, url } }: { file: KnowledgeBaseFile }) {
  if (!url) return <span className={styles.name}>{name}</span>
  return (
    <a className={styles.name} href={url} target="_blank" rel="nofollow noopener noreferrer">
      {name}
    </a>
  )
}

/** How far a file has been read, or why it could not be. */
function FileState({ file: { name, status, error, pages, pages_done, size } }: { file: KnowledgeBaseFile }) {
  if (status === 'failed')
    return (
      <p className={styles.failed}>
        <CircleAlert aria-hidden /> {error ?? 'This file could not be read.'}
      </p>
    )
  if (status === 'ready') return null
  return <Reading name={name} pages={pages} done={pages_done} isFetched={size > 0} />
}

type ReadingProps = { name: string; pages: number | null; done: number; isFetched: boolean }

function Reading({ name, pages, done, isFetched }: ReadingProps) {
  const rate = usePagesPerSecond(done)
  const speed = rate === null ? '' : ` · ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} pages/s`
  return (
    <div className={styles.reading}>
      <ProgressBar label={`Reading ${name}`} share={pages ? done / pages : null} />
      <span>{pages ? `Page ${done} of ${pages}${speed}` : isFetched ? 'Waiting its turn' : 'Fetching'}</span>
    </div>
  )
}
