import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useStartCheckoutMutation } from '../../api/subscription.ts'

/** Choosing a plan leads to the payment provider's own page. Whoever chose one before they signed up is led there at once. */
export function useChoosePlan() {
  const [checkOut, { isLoading, isSuccess, originalArgs }] = useStartCheckoutMutation()
  const [query, setQuery] = useSearchParams()
  const [isLeaving, setLeaving] = useState(false)
  const chosen = query.get('choose')
  const isDone = useRef(false)

  const choose = useCallback(
    async (planId: number) => {
      const { data } = await checkOut({ plan_id: planId })
      if (!data) return
      setLeaving(true)
      window.location.assign(data.checkout_url)
    },
    [checkOut],
  )

  useEffect(() => {
    if (chosen === null || isDone.current) return
    isDone.current = true
    setQuery({}, { replace: true })
    void choose(Number(chosen))
  }, [chosen, choose, setQuery])

  useEffect(() => {
    // The browser's back button may bring the page back as it was left.
    const back = () => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  return { choose, choosing: isLoading || (isSuccess && isLeaving) ? (originalArgs?.plan_id ?? null) : null }
}
