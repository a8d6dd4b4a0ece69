import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog.tsx'

/** The primitive behind a dialog. */
export function DialogWindow({ isOpen, onClose, title, description, isWide, children }: DialogProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.overlay} />
        <Primitive.Content
          className={classNames(styles.dialog, isWide && styles.wide)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
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
