import type { ReactNode } from 'react'
import styles from './dialog.module.css'
import { later, useLater } from './later.ts'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** For text to read rather than a form to fill in. */
  isWide?: boolean
  children: ReactNode
}

const windows = later(() => import('./dialog-window.tsx'))

/** A window over the page that keeps the focus until it is closed. */
export function Dialog(props: DialogProps) {
  const part = useLater(windows, props.isOpen ? 'now' : 'rest')
  return part && <part.DialogWindow {...props} />
}

/** The row of buttons that ends a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
