import { CallError, type Cause } from '@lectern/service'
import type Stripe from 'stripe'
import type { Context } from './app.ts'
import { providerOf, type Refreshing, refreshSubscriber } from './refresh-subscriber.ts'

/** Older ones may be somebody's recording. */
const maxAgeSeconds = 300

export type StripeMessage = { id: string; type: string; customerId: string | null }

/** Reads a message of Stripe's from its very bytes. @throws CallError webhook_refused */
export function readWebhook(stripe: Stripe, secret: string, body: Buffer, signature: string): StripeMessage {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, signature, secret, maxAgeSeconds)
  } catch (cause) {
    throw new CallError('webhook_refused', { cause })
  }
  const about = event.data.object as { object?: string; id?: string; customer?: string | { id: string } | null }
  const customer = about.object === 'customer' ? about.id : about.customer
  return {
    id: event.id,
    type: event.type,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
  }
}

/**
 * Carries a message out once. What it says is not believed: it is why Stripe is asked how things are now, so that late,
 * repeated and reordered messages do no harm. Its id is kept last, so that a crash lets it come again.
 */
export async function receiveWebhook(
  context: Refreshing & Pick<Context, 'payments' | 'stripeEvents' | 'removal'>,
  { id, type, customerId }: StripeMessage,
  cause: Cause,
): Promise<void> {
  const { subscribers, stripeEvents, removal } = context
  // Others may sell by the same account.
  const subscriber = customerId && (await subscribers.findByCustomer(customerId))
  if (!subscriber) return
  const { orgId } = subscriber
  if ((await removal.isGone(orgId)) || (await stripeEvents.isKnown(orgId, id))) return
  await refreshSubscriber(context, orgId, cause)
  if (type.startsWith('invoice.')) await refreshPayments(context, orgId)
  await stripeEvents.keep(orgId, { id, type })
}

/** Keeps which invoices are paid. */
export async function refreshPayments(
  context: Pick<Context, 'subscribers' | 'payments' | 'provider'>,
  orgId: number,
): Promise<void> {
  const customerId = (await context.subscribers.find(orgId))?.customer?.id
  if (customerId) await context.payments.keep(orgId, await providerOf(context).paidInvoicesOf(customerId))
}
