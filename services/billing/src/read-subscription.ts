import type { Subscription } from '@lectern/contracts'
import { type Cause, notFound } from '@lectern/service'
import type { Context } from './app.ts'
import { entitlementOf, payUntil, presentPlan } from './entitlement.ts'
import type { Subscriber } from './models/subscriber.ts'
import type { CheckoutSession } from './provider.ts'
import { providerOf, type Refreshing, refreshSubscriber } from './refresh-subscriber.ts'

const freshMs = 15_000
const patienceMs = 2000

/** What an organization has and pays. Stripe is asked if it is some time ago, but nobody waits long for it. */
export async function readSubscription(context: Refreshing, orgId: number, cause: Cause): Promise<Subscription> {
  const known = await context.subscribers.find(orgId)
  const isOld = Date.now() - (known?.refreshedAt?.getTime() ?? 0) > freshMs
  const isAsked = known?.customer?.id && context.provider && isOld
  return present(context, (isAsked && (await refreshSoon(context, orgId, cause))) || known)
}

/** Null when Stripe does not answer soon. */
async function refreshSoon(context: Refreshing, orgId: number, cause: Cause): Promise<Subscriber | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  const refreshed = refreshSubscriber(context, orgId, cause).catch((err) => {
    context.log.warn({ err, org: orgId }, 'a subscription is shown as it was')
    return null
  })
  try {
    return await Promise.race([refreshed, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function present({ catalogue }: Pick<Context, 'catalogue'>, subscriber: Subscriber | null): Subscription {
  const { plan } = entitlementOf(catalogue, subscriber, new Date())
  const subscription = subscriber?.subscription ?? null
  const isCanceled = subscription?.endsAt != null
  const until = subscriber && payUntil(subscriber)
  return {
    plan: presentPlan(plan),
    id: subscription?.id ?? null,
    price: subscription && subscription.cents / 100,
    current_period_start: subscription?.periodStart.toISOString() ?? null,
    current_period_end: (subscription?.endsAt ?? subscription?.periodEnd)?.toISOString() ?? null,
    status: isCanceled ? 'canceled' : 'active',
    is_canceled: isCanceled,
    pay_until: until?.toISOString() ?? null,
  }
}

/**
 * What became of a checkout of this organization. One that is complete has its plan when this answers.
 * @throws CallError payment_not_set_up, not_found, payment_unavailable
 */
export async function readCheckout(
  context: Refreshing,
  orgId: number,
  sessionId: string,
  cause: Cause,
): Promise<CheckoutSession['status']> {
  const session = await providerOf(context).readCheckout(sessionId)
  if (session?.orgId !== orgId || !isOurs(session, await context.subscribers.find(orgId))) throw notFound()
  if (session.status === 'complete') await refreshSubscriber(context, orgId, cause)
  return session.status
}

/** Another installation on the same Stripe account may have an organization of this number. */
const isOurs = ({ customerId }: CheckoutSession, subscriber: Subscriber | null) =>
  subscriber?.customer?.id != null && subscriber.customer.id === customerId
