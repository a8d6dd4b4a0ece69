import type { Plan } from '@lectern/contracts'
import { CircleCheck, CircleSlash, LoaderCircle } from 'lucide-react'
import { Note } from '../../components/note.tsx'
import type { CheckoutOutcome } from './use-checkout-return.ts'

/** What became of the visit to the payment provider's page, said where it stays. */
export function OutcomeNote({ outcome, plan }: { outcome: CheckoutOutcome; plan: Plan | null }) {
  switch (outcome) {
    case 'checking':
      return <Note icon={<LoaderCircle aria-hidden />}>We are checking your payment. One moment, please.</Note>
    case 'paid':
      return (
        <Note icon={<CircleCheck aria-hidden />}>
          Thank you. Your payment went through{plan ? `, and you are on the ${plan.name} plan now` : ''}.
        </Note>
      )
    case 'open':
      return (
        <Note icon={<LoaderCircle aria-hidden />}>
          Your payment is not complete yet. As soon as it is, your plan changes by itself.
        </Note>
      )
    case 'left':
      return <Note icon={<CircleSlash aria-hidden />}>Nothing was changed, and nothing was charged.</Note>
    case 'managed':
      return null
  }
}
