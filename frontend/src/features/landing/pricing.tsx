import { usePlansQuery } from '../../api/plans.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PlanCards } from '../plans/plan-cards.tsx'

export function Pricing() {
  const { data, error, refetch } = usePlansQuery()
  if (data) return <PlanCards plans={data.plans} current={data.plan} />
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  return <Skeleton height="24rem" />
}
