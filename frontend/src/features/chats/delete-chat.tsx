import type { KnowledgeBase } from '@lectern/contracts'
import { useDeleteChatMutation } from '../../api/chats.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'

type Props = { chat: KnowledgeBase; isOpen: boolean; onClose: () => void }

export function DeleteChat({ chat, isOpen, onClose }: Props) {
  const dispatch = useAppDispatch()
  const [remove, { isLoading }] = useDeleteChatMutation()
  const confirm = async () => {
    const { data } = await remove(chat.id)
    if (data) dispatch(successToast(data.message))
    onClose()
  }
  return (
    <ConfirmDialog isOpen={isOpen} onClose={onClose} action="Delete" isBusy={isLoading} onConfirm={confirm}>
      “{chat.name}” is deleted with all its documents. Its links stop working.
    </ConfirmDialog>
  )
}
