import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { DialogActions } from './dialog.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  /** What will be lost, in a sentence. */
  children: ReactNode
  action: string
  isBusy?: boolean
  onConfirm: () => void
}

/** Asks before something is destroyed. */
export function ConfirmDialog({ isOpen, onClose, children, action, isBusy, onConfirm }: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.overlay} />
        <AlertDialog.Content className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>Are you sure?</AlertDialog.Title>
          <AlertDialog.Description className={styles.description}>{children}</AlertDialog.Description>
          <DialogActions>
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">Cancel</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </DialogActions>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
