import { createContext, type ReactNode, useContext, useId } from 'react'
import styles from './field.module.css'

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** The label is there for screen readers only. */
  isLabelHidden?: boolean
  children: ReactNode
}

const FieldContext = createContext<{ id: string; describedBy?: string; isInvalid: boolean } | null>(null)

/** One control with its label, its hint and what is wrong with it. The control inside takes its attributes from here. */
export function Field({ label, hint, error, isLabelHidden = false, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label id={`${id}-label`} htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <FieldContext value={{ id, describedBy, isInvalid: Boolean(error) }}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** The attributes that tie a control to its field. */
export function useFieldAttributes() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.isInvalid || undefined }
}
