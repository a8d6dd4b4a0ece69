import { usePlansQuery } from '../../api/plans.ts'
import { page } from '../../app/page.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Pricing } from '../landing/pricing.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { OutcomeNote } from './outcome-note.tsx'
import { PlanCards } from './plan-cards.tsx'
import styles from './plans-page.module.css'
import { useCheckoutReturn } from './use-checkout-return.ts'
import { useChoosePlan } from './use-choose-plan.ts'

/** The plan of the organization, and the others it may choose; for visitors, what there is to choose from. */
export function PlansPage() {
  return page.loggedIn ? <MemberPlans /> : <VisitorPlans />
}

function MemberPlans() {
  const { data, error, refetch } = usePlansQuery()
  const { choose, choosing } = useChoosePlan()
  const outcome = useCheckoutReturn()
  return (
    <>
      <PageHead title="Plans" />
      {!data && error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && (
        <div aria-busy>
          <Skeleton height="28rem" />
        </div>
      )}
      {data && (
        <div className={styles.page}>
          {outcome && <OutcomeNote outcome={outcome} plan={data.plan} />}
          <CurrentSubscription plan={data.plan} />
          <div>
            <h2 className="visually-hidden">All plans</h2>
            <PlanCards plans={data.plans} current={data.plan} onChoose={({ id }) => choose(id)} choosing={choosing} />
          </div>
        </div>
      )}
    </>
  )
}

function VisitorPlans() {
  return (
    <div className={styles.visitors}>
      <PageHead title="Plans" />
      <h2 className="visually-hidden">All plans</h2>
      <Pricing />
    </div>
  )
}
