import { timings } from '@lectern/contracts'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api/api.ts'
import { useCheckoutStatusMutation } from '../../api/subscription.ts'
import { useAppDispatch } from '../../app/hooks.ts'

/** What became of the visit to the payment provider's page. */
export type CheckoutOutcome = 'checking' | 'paid' | 'open' | 'left' | 'managed'

/** The provider tells us within moments; after so many looks it is said that it takes longer. */
const looks = 20
/** What was changed on the provider's page may reach us a moment after its reader. */
const momentMs = 2000

/** Whoever comes back from the payment provider is told what became of it; the address names the checkout. */
export function useCheckoutReturn(): CheckoutOutcome | null {
  const [query, setQuery] = useSearchParams()
  const [outcome, setOutcome] = useState<CheckoutOutcome | null>(null)
  const [check] = useCheckoutStatusMutation()
  const dispatch = useAppDispatch()
  const isDone = useRef(false)

  useEffect(() => {
    const checkout = query.get('session_id')
    const isLeft = query.get('checkout') === 'left'
    if (isDone.current || (!checkout && !isLeft && query.get('portal') === null)) return
    isDone.current = true
    setQuery({}, { replace: true })
    if (!checkout) {
      setOutcome(isLeft ? 'left' : 'managed')
      setTimeout(() => dispatch(api.util.invalidateTags(['Plans', 'Subscription'])), momentMs)
      return
    }
    const look = async (left: number): Promise<CheckoutOutcome | null> => {
      const { data } = await check({ session_id: checkout })
      if (!data) return null
      if (data.status === 'complete') return 'paid'
      if (data.status === 'expired') return 'left'
      if (left === 0) return 'open'
      await new Promise((resolve) => setTimeout(resolve, timings.statusPoll))
      return look(left - 1)
    }
    setOutcome('checking')
    void look(looks).then(setOutcome)
  }, [query, setQuery, check, dispatch])

  return outcome
}
