import type { Plan, Subscription } from '@lectern/contracts'
import type { ReactNode } from 'react'
import { useManageSubscriptionMutation, useSubscriptionQuery } from '../../api/subscription.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { dollars } from './plan-cards.tsx'
import styles from './plans-page.module.css'

/** What the organization is on, and what it pays. Without a plan it is the free one, which has no subscription. */
export function CurrentSubscription({ plan }: { plan: Plan | null }) {
  if (plan && plan.price > 0) return <Paid plan={plan} />
  return (
    <Frame badge={<Badge tone="success">Active</Badge>}>
      <dl className={styles.facts}>
        <PlanFacts name={plan?.name ?? 'free'} price={0} />
      </dl>
    </Frame>
  )
}

function Paid({ plan }: { plan: Plan }) {
  const { data, error, refetch } = useSubscriptionQuery()
  const [manage, { isLoading, isSuccess }] = useManageSubscriptionMutation()
  const open = async () => {
    const { data: answer } = await manage()
    // The payment provider's own page.
    if (answer) window.location.assign(answer.portal_url)
  }
  return (
    <Frame
      badge={data && <Status subscription={data} />}
      action={
        <Button variant="secondary" isBusy={isLoading || isSuccess} onClick={open}>
          Manage Subscription
        </Button>
      }
    >
      {!data && error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="3rem" />}
      {data && (
        <dl className={styles.facts}>
          <PlanFacts name={data.plan?.name ?? plan.name} price={data.plan?.price ?? plan.price} />
          <Period subscription={data} />
          {data.id && <Fact name="Subscription ID">{data.id}</Fact>}
        </dl>
      )}
    </Frame>
  )
}

function Frame({ badge, action, children }: { badge?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <Card className={styles.subscription}>
      <div className={styles.head}>
        <h2>Current Subscription</h2>
        {badge}
        {action}
      </div>
      {children}
    </Card>
  )
}

const isCanceled = ({ status, is_canceled }: Subscription) => is_canceled || status === 'canceled'

function Status({ subscription }: { subscription: Subscription }) {
  return isCanceled(subscription) ? <Badge tone="warning">Canceled</Badge> : <Badge tone="success">Active</Badge>
}

function Period({ subscription }: { subscription: Subscription }) {
  const { current_period_start: start, current_period_end: end } = subscription
  if (isCanceled(subscription)) return <Fact name="Subscription ends">{end && <Time value={end} />}</Fact>
  return (
    <>
      <Fact name="Period start">{start && <Time value={start} />}</Fact>
      <Fact name="Period end">{end && <Time value={end} />}</Fact>
    </>
  )
}

function PlanFacts({ name, price }: { name: string; price: number }) {
  return (
    <>
      <Fact name="Plan">
        <span className={styles.name}>{name}</span>
      </Fact>
      <Fact name="Price">{dollars(price)}/month</Fact>
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
