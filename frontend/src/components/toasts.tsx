import { timings } from '@lectern/contracts'
import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { createPortal } from 'react-dom'
import { useAppDispatch, useAppSelector } from '../app/hooks.ts'
import { toastClosed } from '../app/toasts.ts'
import { IconButton } from './button.tsx'
import styles from './toasts.module.css'

/** The toasts that are open, newest last, in the corner of every page. */
export function Toasts() {
  const toasts = useAppSelector((state) => state.toasts)
  const dispatch = useAppDispatch()
  // Beside the page and not in it: they are read and closed also while a dialog is open.
  return createPortal(
    <Toast.Provider duration={timings.toast} swipeDirection="right">
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          type={toast.type === 'Error' ? 'foreground' : 'background'}
          className={styles.toast}
          data-type={toast.type}
          onOpenChange={(open) => !open && dispatch(toastClosed(toast.id))}
        >
          <div className={styles.head}>
            <Toast.Title className={styles.title}>{toast.type}</Toast.Title>
            <Toast.Close asChild>
              <IconButton label="Close" size="sm">
                <X />
              </IconButton>
            </Toast.Close>
          </div>
          <Toast.Description className={styles.text}>{toast.text}</Toast.Description>
        </Toast.Root>
      ))}
      <Toast.Viewport className={styles.viewport} data-toasts />
    </Toast.Provider>,
    document.body,
  )
}
