import { usePlansQuery } from '../../api/plans.ts'
import { useStartCheckoutMutation } from '../../api/subscription.ts'
import { page } from '../../app/page.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Pricing } from '../landing/pricing.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { PlanCards } from './plan-cards.tsx'
import styles from './plans-page.module.css'
import { useCheckoutReturn } from './use-checkout-return.ts'

/** The plan of the organization, and the others it may choose; for visitors, what there is to choose from. */
export function PlansPage() {
  return page.loggedIn ? <MemberPlans /> : <VisitorPlans />
}

function MemberPlans() {
  const { data, error, refetch } = usePlansQuery()
  const [checkOut, { isLoading, isSuccess }] = useStartCheckoutMutation()
  useCheckoutReturn()
  const choose = async (planId: number) => {
    const { data: answer } = await checkOut({ plan_id: planId })
    // The payment provider's own page.
    if (answer) window.location.assign(answer.checkout_url)
  }
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
          <CurrentSubscription plan={data.plan} />
          <div>
            <h2 className="visually-hidden">All plans</h2>
            <PlanCards
              plans={data.plans}
              current={data.plan}
              onChoose={({ id }) => choose(id)}
              isChoosing={isLoading || isSuccess}
            />
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
