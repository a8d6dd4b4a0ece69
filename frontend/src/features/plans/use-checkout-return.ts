import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCheckoutStatusMutation } from '../../api/subscription.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { errorToast, successToast } from '../../app/toasts.ts'

/** Whoever comes back from the payment provider is told whether it worked; the address names the checkout. */
export function useCheckoutReturn() {
  const dispatch = useAppDispatch()
  const [query, setQuery] = useSearchParams()
  const [check] = useCheckoutStatusMutation()
  const checkout = query.get('session_id')

  useEffect(() => {
    if (!checkout) return
    setQuery({}, { replace: true })
    void check({ session_id: checkout }).then(({ data }) => {
      if (data?.status === 'complete') dispatch(successToast('Thank you. Your plan is active.'))
      else if (data) dispatch(errorToast('The payment was not completed, and nothing was charged.'))
    })
  }, [checkout, check, setQuery, dispatch])
}
