import { AlertDialog } from 'radix-ui'
import { Button } from './button.tsx'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import styles from './dialog.module.css'
import { DialogActions } from './dialog.tsx'

/** The primitive behind a question before something is destroyed. */
export function ConfirmWindow({ isOpen, onClose, children, action, isBusy, onConfirm }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.overlay} />
        <AlertDialog.Content aria-modal className={styles.dialog}>
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
