import { lazy, Suspense } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Draft } from './answer-form.tsx'

const AnswerForm = lazy(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }))

type Props = { chatId: string; pair: Draft | null; onClose: () => void }

/** Writes the answer that the chat gives to a question. */
export function WriteAnswer({ chatId, pair, onClose }: Props) {
  return (
    <Dialog
      isOpen={pair !== null}
      onClose={onClose}
      title={pair?.id ? 'Edit answer' : 'Write an answer'}
      description="Whoever asks this, or nearly this, gets your answer word for word."
    >
      <Suspense fallback={<Skeleton height="16rem" />}>
        {pair && <AnswerForm chatId={chatId} pair={pair} onClose={onClose} />}
      </Suspense>
    </Dialog>
  )
}
