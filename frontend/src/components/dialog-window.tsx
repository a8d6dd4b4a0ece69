import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A window over the page that keeps the focus until it is closed. */
export function Dialog({ isOpen, onClose, title, description, children }: Props) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.overlay} />
        <Primitive.Content className={styles.dialog} {...(description ? {} : { 'aria-describedby': undefined })}>
          <Primitive.Title className={styles.title}>{title}</Primitive.Title>
          {description && <Primitive.Description className={styles.description}>{description}</Primitive.Description>}
          {children}
          {/* Last, so that the focus starts in what the dialog is about. */}
          <Primitive.Close asChild>
            <IconButton label="Close" size="sm" className={styles.close}>
              <X />
            </IconButton>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The row of buttons that ends a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
