import { fieldMessages, limits } from '@lectern/contracts'
import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { useFieldAttributes } from './field.tsx'
import styles from './image-input.module.css'

export type ImageChoice = ReturnType<typeof useImageChoice>

const kinds = ['image/png', 'image/jpeg', 'image/bmp', 'image/gif']

/** A picture chosen to take the place of the one that is kept now, until it is sent. */
export function useImageChoice(current: string | null) {
  const [image, setImage] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [chosenUrl, setChosenUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!image) return setChosenUrl(null)
    const url = URL.createObjectURL(image)
    setChosenUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [image])

  const choose = (file: File | null) => {
    const found = file ? problemOf(file) : undefined
    setProblem(found)
    setImage(found ? null : file)
  }
  /** `preview` is the address of what would be shown: the chosen picture, else the kept one. */
  return { image, problem, preview: chosenUrl ?? current, choose }
}

/** A picture to upload, with how it looks. Of several files the first is taken. */
export function ImageInput({ choice: { image, preview, choose } }: { choice: ImageChoice }) {
  const input = useRef<HTMLInputElement>(null)
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
        {image && (
          <Button variant="ghost" onClick={() => choose(null)}>
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
          const [file] = event.target.files ?? []
          if (file) choose(file)
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
