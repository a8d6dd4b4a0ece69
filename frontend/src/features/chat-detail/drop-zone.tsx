import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import styles from './drop-zone.module.css'

/** Where documents are dropped or chosen. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, target } = useFileDrop(onFiles)
  return (
    <div className={styles.zone} data-over={isOver} {...target}>
      <FileUp aria-hidden className={styles.icon} />
      <p className={styles.title}>Drop documents here</p>
      <p className={styles.kinds}>PDFs, TXT, HTML, DOCX, CSV and more, up to 50 MB each</p>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        aria-label="Documents"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** Attributes that make an element take files dropped on it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const target = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, target }
}
