import { lazy, Suspense } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'

const CreateChatForm = lazy(async () => ({ default: (await import('./create-chat-form.tsx')).CreateChatForm }))

type Props = { isOpen: boolean; onClose: () => void }

export function CreateChat({ isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Create Chat">
      <Suspense fallback={<Skeleton height="9rem" />}>
        <CreateChatForm onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}
