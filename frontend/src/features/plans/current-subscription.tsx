import type { Plan, Subscription } from '@lectern/contracts'
import { userTypes } from '@lectern/contracts'
import type { ReactNode } from 'react'
import { useManageSubscriptionMutation, useSubscriptionQuery } from '../../api/subscription.ts'
import { page } from '../../app/page.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Day } from '../../components/time.tsx'
import { CancelSubscription } from './cancel-subscription.tsx'
import { dollars } from './plan-cards.tsx'
import styles from './plans-page.module.css'

/** What the organization is on, and what it pays. The free plan has no subscription, nor has one that was given. */
export function CurrentSubscription({ plan }: { plan: Plan | null }) {
  const { data, error, refetch } = useSubscriptionQuery()
  const subscription = data?.id ? data : null
  // The subscription is asked for at the payment provider, so it is the newer of both.
  const shown = data?.plan ?? plan
  const isAdmin = (page.user?.type_id ?? 0) >= userTypes.admin
  return (
    <Card className={styles.subscription}>
      <div className={styles.head}>
        <h2>Current Subscription</h2>
        {data && <Status subscription={data} />}
        {subscription && isAdmin && <Actions subscription={subscription} />}
      </div>
      {!data && error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="3rem" />}
      {data && (
        <dl className={styles.facts}>
          <Fact name="Plan">
            <span className={styles.name}>{shown?.name ?? 'free'}</span>
          </Fact>
          <Fact name="Price">{priceOf(data, shown)}</Fact>
          {subscription && <Period subscription={subscription} />}
          {subscription && <Fact name="Subscription ID">{subscription.id}</Fact>}
        </dl>
      )}
    </Card>
  )
}

/** What is paid; a plan that was given by hand costs nothing, whatever its price. */
const priceOf = ({ price }: Subscription, plan: Plan | null) =>
  price === null && plan?.price ? 'Included' : `${dollars(price ?? 0)}/month`

function Actions({ subscription }: { subscription: Subscription }) {
  const [manage, { isLoading, isSuccess }] = useManageSubscriptionMutation()
  const open = async () => {
    const { data: answer } = await manage()
    // The payment provider's own page.
    if (answer) window.location.assign(answer.portal_url)
  }
  return (
    <div className={styles.actions}>
      {!subscription.is_canceled && <CancelSubscription ends={subscription.current_period_end} />}
      <Button variant="secondary" isBusy={isLoading || isSuccess} onClick={open}>
        Manage Subscription
      </Button>
    </div>
  )
}

function Status({ subscription }: { subscription: Subscription }) {
  if (subscription.pay_until) return <Badge tone="danger">Payment failed</Badge>
  return subscription.is_canceled ? <Badge tone="warning">Canceled</Badge> : <Badge tone="success">Active</Badge>
}

function Period({ subscription }: { subscription: Subscription }) {
  const { current_period_start: start, current_period_end: end } = subscription
  if (subscription.is_canceled) return <Fact name="Subscription ends">{end && <Day value={end} />}</Fact>
  return (
    <>
      <Fact name="Period start">{start && <Day value={start} />}</Fact>
      <Fact name="Period end">{end && <Day value={end} />}</Fact>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}
