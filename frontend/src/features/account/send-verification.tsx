import { useSendVerificationMutation } from '../../api/account.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'

/** Has the mail that verifies the reader's address sent once more. */
export function SendVerification() {
  const dispatch = useAppDispatch()
  const [send, { isLoading, isSuccess }] = useSendVerificationMutation()
  const click = async () => {
    const { data } = await send()
    if (data) dispatch(successToast(data.message))
  }
  return (
    <Button variant="secondary" size="sm" isBusy={isLoading} disabled={isSuccess} onClick={click}>
      {isSuccess ? 'Sent' : 'Send again'}
    </Button>
  )
}
