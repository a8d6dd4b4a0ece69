import type { Context } from './app.ts'
import { isOver } from './entitlement.ts'

/**
 * Ends at Stripe what a deleted organization pays: its open checkout, its subscriptions, its customer. False while that is not
 * possible, so that nobody goes on paying who is forgotten here.
 */
export async function removeSubscriber(
  { subscribers, provider, log }: Pick<Context, 'subscribers' | 'provider' | 'log'>,
  orgId: number,
): Promise<boolean> {
  const subscriber = await subscribers.find(orgId)
  if (!subscriber?.customer) return true
  if (!provider) {
    log.error({ org: orgId }, 'a deleted organization still pays: without STRIPE_SECRET_KEY that cannot be ended')
    return false
  }
  const { key, email, id } = subscriber.customer
  // One that was being made is found by its key.
  const customerId = id ?? (await provider.createCustomer({ key, orgId, email }))
  if (subscriber.checkout?.session) await provider.endCheckout(subscriber.checkout.session.id)
  for (const subscription of (await provider.subscriptionsOf(customerId)) ?? [])
    if (!isOver(subscription)) await provider.endNow(subscription.id)
  await provider.removeCustomer(customerId)
  return true
}
