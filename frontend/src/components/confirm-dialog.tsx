import type { ReactNode } from 'react'
import { later, useLater } from './later.ts'

export type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** What will be lost, in a sentence. */
  children: ReactNode
  action: string
  isBusy?: boolean
  onConfirm: () => void
}

const windows = later(() => import('./confirm-window.tsx'))

/** Asks before something is destroyed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const part = useLater(windows, props.isOpen ? 'now' : 'rest')
  return part && <part.ConfirmWindow {...props} />
}
