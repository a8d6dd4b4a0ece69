import { userTypes } from '@lectern/contracts'
import { CreditCard } from 'lucide-react'
import { useManageSubscriptionMutation, useSubscriptionQuery } from '../../api/subscription.ts'
import { page } from '../../app/page.ts'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { Day } from '../../components/time.tsx'
import styles from './payment-banner.module.css'

/** Tells admins, on every screen, that a payment failed and until when the plan stays. */
export function PaymentBanner() {
  const isAdmin = (page.user?.type_id ?? 0) >= userTypes.admin
  const { data } = useSubscriptionQuery(undefined, { skip: !isAdmin })
  const [manage, { isLoading, isSuccess }] = useManageSubscriptionMutation()
  const until = data?.pay_until
  if (!until) return null
  const open = async () => {
    const { data: answer } = await manage()
    if (answer) window.location.assign(answer.portal_url)
  }
  const action = (
    <Button variant="secondary" size="sm" isBusy={isLoading || isSuccess} onClick={open}>
      Check Payment
    </Button>
  )
  return (
    <div className={styles.banner}>
      <Note icon={<CreditCard aria-hidden />} tone="warning" action={action}>
        {new Date(until) > new Date() ? (
          <>
            Your last payment did not go through. Your plan stays until <Day value={until} />.
          </>
        ) : (
          'Your last payment did not go through, so you are on the free plan until it does.'
        )}
      </Note>
    </div>
  )
}
