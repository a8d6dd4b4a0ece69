import { sizeFormat } from '@lectern/contracts'
import { CircleAlert, RotateCw, X } from 'lucide-react'
import { useEffect } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { forgetDocument, sendAgain } from './send-documents.ts'
import styles from './upload-list.module.css'
import type { Upload } from './uploads.ts'

/** What is on its way to the server, and what did not get there. */
export function UploadList({ uploads }: { uploads: Upload[] }) {
  const isSending = uploads.some(({ error }) => error === null)
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])

  if (uploads.length === 0) return null
  return (
    <Card>
      <ul className={styles.list} aria-label="Uploads">
        {uploads.map((upload) => (
          <li key={upload.ref} className={styles.upload}>
            {upload.error === null ? <Sending upload={upload} /> : <NotSent upload={upload} error={upload.error} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sending({ upload: { name, size, share } }: { upload: Upload }) {
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>
          {share < 1 ? `${Math.round(share * 100)} % of ${sizeFormat(size)}` : 'Uploaded, saving'}
        </span>
      </div>
      <ProgressBar label={`Upload of ${name}`} share={share < 1 ? share : null} />
    </>
  )
}

function NotSent({ upload: { ref, name, canRetry }, error }: { upload: Upload; error: string }) {
  const dispatch = useAppDispatch()
  return (
    <div className={styles.line}>
      <div>
        <span className={styles.name}>{name}</span>
        <p className={styles.error} role="alert">
          <CircleAlert aria-hidden /> {error}
        </p>
      </div>
      <div className={styles.actions}>
        {canRetry && (
          <Button variant="ghost" size="sm" onClick={() => dispatch(sendAgain(ref))}>
            <RotateCw aria-hidden /> Retry
          </Button>
        )}
        <IconButton label={`Dismiss ${name}`} size="sm" onClick={() => dispatch(forgetDocument(ref))}>
          <X />
        </IconButton>
      </div>
    </div>
  )
}
