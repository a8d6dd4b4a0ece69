import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAppDispatch } from '../app/hooks.ts'
import { successToast } from '../app/toasts.ts'
import { IconButton } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  label: string
  /** What will be lost, in a sentence. */
  children: ReactNode
  isBusy: boolean
  onRemove: () => Promise<{ data?: { message: string } }>
}

/** The button that removes a row of a table, once the person is sure. */
export function RemoveRow({ label, children, isBusy, onRemove }: Props) {
  const dispatch = useAppDispatch()
  const [isOpen, setOpen] = useState(false)
  const confirm = async () => {
    const { data } = await onRemove()
    if (data) dispatch(successToast(data.message))
    setOpen(false)
  }
  return (
    <>
      <IconButton label={label} size="sm" onClick={() => setOpen(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog isOpen={isOpen} onClose={() => setOpen(false)} action="Remove" isBusy={isBusy} onConfirm={confirm}>
        {children}
      </ConfirmDialog>
    </>
  )
}
