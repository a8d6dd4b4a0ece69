import { defaults, limits, type Plan } from '@lectern/contracts'
import type { CataloguePlan } from './catalogue.ts'
import type { Subscriber, Told } from './models/subscriber.ts'

const dayMs = 86_400_000
const over = new Set(['canceled', 'incomplete_expired'])
const good = new Set(['active', 'trialing'])

/** Whether a subscription is over, so that another may begin. */
export const isOver = ({ status }: { status: string }): boolean => over.has(status)

/** Until when a plan stays whose payment failed; null where nothing failed. */
export function payUntil({ subscription }: Pick<Subscriber, 'subscription'>): Date | null {
  if (!subscription?.failedSince) return null
  return new Date(subscription.failedSince.getTime() + limits.paymentGraceDays * dayMs)
}

/** Whether what is paid for may be used: also for some days after a payment failed. */
function isPaid(subscriber: Pick<Subscriber, 'subscription'>, now: Date): boolean {
  const { status } = subscriber.subscription ?? {}
  if (status === undefined) return false
  const until = payUntil(subscriber)
  return good.has(status) || (status === 'past_due' && until !== null && now < until)
}

const freePlan = (catalogue: CataloguePlan[]): CataloguePlan => {
  const free = catalogue.find(({ id }) => id === defaults.freePlanId)
  if (!free) throw new Error('the catalogue has no free plan')
  return free
}

/** What an organization may use now: what it was given, else what it pays for, else the free plan. */
export function entitlementOf(
  catalogue: CataloguePlan[],
  subscriber: Pick<Subscriber, 'subscription' | 'given'> | null,
  now: Date,
): { plan: CataloguePlan; told: Told } {
  const { subscription = null, given = null } = subscriber ?? {}
  const paid = subscriber !== null && isPaid(subscriber, now) ? subscription : null
  const planId = given?.planId ?? paid?.planId ?? defaults.freePlanId
  const plan = catalogue.find(({ id }) => id === planId) ?? freePlan(catalogue)
  return {
    plan,
    told: {
      planId: plan.id,
      enterprise: plan.allows.enterprise || given?.enterprise === true,
      periodStart: paid?.periodStart ?? null,
      periodEnd: paid?.periodEnd ?? null,
    },
  }
}

/** What an organization is told that nobody ever told anything of. */
export const toldAtFirst: Told = {
  planId: defaults.freePlanId,
  enterprise: false,
  periodStart: null,
  periodEnd: null,
}

export const presentPlan = ({ id, name, price, short_description, description }: CataloguePlan): Plan => ({
  id,
  name,
  price,
  short_description,
  description,
})
