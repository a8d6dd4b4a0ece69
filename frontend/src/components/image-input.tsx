import { fieldMessages, limits } from '@lectern/contracts'
import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { useFieldAttributes } from './field.tsx'
import styles from './image-input.module.css'

type Props = {
  /** The picture that is kept now. */
  current: string | null
  /** The one chosen to take its place. */
  chosen: File | null
  /** A picture, or why the chosen file cannot be one. */
  onChoose: (image: File | null, problem?: string) => void
}

const kinds = ['image/png', 'image/jpeg', 'image/bmp', 'image/gif']

/** A picture to upload, with how it looks. Of several files the first is taken. */
export function ImageInput({ current, chosen, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreview(chosen) ?? current
  const choose = (image: File | undefined) => {
    if (!image) return
    const problem = problemOf(image)
    onChoose(problem ? null : image, problem)
  }
  return (
    <div className={styles.image}>
      {preview ? (
        <img src={preview} alt="" className={styles.preview} />
      ) : (
        <span className={styles.preview}>
          <ImageUp aria-hidden />
        </span>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => input.current?.click()}>
          {preview ? 'Change picture' : 'Choose picture'}
        </Button>
        {chosen && (
          <Button variant="ghost" onClick={() => onChoose(null)}>
            Undo
          </Button>
        )}
      </div>
      <input
        {...useFieldAttributes()}
        ref={input}
        type="file"
        accept={kinds.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** What need not be sent to be refused. */
function problemOf(image: File) {
  if (!kinds.includes(image.type)) return fieldMessages.image
  return image.size > limits.imageBytes ? fieldMessages.imageLarge : undefined
}

function usePreview(image: File | null) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!image) return setUrl(null)
    const made = URL.createObjectURL(image)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  return url
}
