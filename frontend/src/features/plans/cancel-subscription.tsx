import { useState } from 'react'
import { useCancelSubscriptionMutation } from '../../api/subscription.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Day } from '../../components/time.tsx'

/** Ends the subscription with its period, once the person is sure. */
export function CancelSubscription({ ends }: { ends: string | null }) {
  const dispatch = useAppDispatch()
  const [isOpen, setOpen] = useState(false)
  const [cancel, { isLoading }] = useCancelSubscriptionMutation()
  const confirm = async () => {
    const { data } = await cancel()
    if (data) dispatch(successToast(data.message))
    setOpen(false)
  }
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Cancel Subscription
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action="End Subscription"
        isBusy={isLoading}
        onConfirm={confirm}
      >
        Your plan stays until {ends ? <Day value={ends} /> : 'its period ends'}. Then you are on the free plan; your
        chats and documents stay.
      </ConfirmDialog>
    </>
  )
}
