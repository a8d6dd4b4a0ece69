import { CallError, type Cause } from '@lectern/service'
import type { Changes, Subscriber } from './models/subscriber.ts'
import { providerOf, type Refreshing, refreshSubscriber } from './refresh-subscriber.ts'

/** Somebody goes to a page where anything may be changed: whoever looks next asks Stripe. */
export const atPortal = (cause: Cause): Changes => ({ asked: cause.actor ?? null, refreshedAt: null })

/** Where the organization manages what it pays. @throws CallError payment_not_set_up, no_subscription, payment_unavailable */
export async function openPortal(context: Refreshing, orgId: number, cause: Cause): Promise<string> {
  const provider = providerOf(context)
  const subscriber = await context.subscribers.find(orgId)
  if (!subscriber?.customer?.id) throw new CallError('no_subscription')
  await context.subscribers.write(subscriber, atPortal(cause))
  return provider.openPortal(subscriber.customer.id, `portal ${cause.id}`)
}

/**
 * Ends the subscription with the period that is paid for; the answer is when that is.
 * @throws CallError payment_not_set_up, no_subscription, payment_unavailable
 */
export async function endSubscription(context: Refreshing, orgId: number, cause: Cause): Promise<Date> {
  const provider = providerOf(context)
  const before = await refreshSubscriber(context, orgId, cause)
  const subscription = ofSubscriber(before)
  if (before && !subscription.endsAt) {
    await context.subscribers.write(before, { asked: cause.actor ?? null })
    await provider.endWithPeriod(subscription.id, `cancel ${cause.id}`)
  }
  const { endsAt, periodEnd } = ofSubscriber(await refreshSubscriber(context, orgId, cause))
  return endsAt ?? periodEnd
}

function ofSubscriber(subscriber: Subscriber | null): NonNullable<Subscriber['subscription']> {
  if (!subscriber?.subscription) throw new CallError('no_subscription')
  return subscriber.subscription
}
