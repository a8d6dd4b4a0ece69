import { CallError } from '@lectern/service'
import { LRUCache } from 'lru-cache'
import type Stripe from 'stripe'
import type { CataloguePlan } from './catalogue.ts'
import { atStripe, isMissing } from './stripe-client.ts'
import { lookupKeyOf, portalMark } from './stripe-names.ts'

/** A subscription as Stripe has it now. */
export type PaidSubscription = {
  id: string
  itemId: string
  /** Null where it is for nothing of our catalogue. */
  planId: number | null
  /** A month, which may be the plan's price of earlier. */
  cents: number
  status: string
  periodStart: Date
  periodEnd: Date
  /** When it was or will be canceled. */
  endsAt: Date | null
  createdAt: Date
}

const statuses = ['open', 'complete', 'expired'] as const

export type CheckoutSession = {
  id: string
  url: string | null
  status: (typeof statuses)[number]
  orgId: number
  customerId: string | null
}

export type PaidInvoice = { id: string; cents: number; paidAt: Date }

export type Provider = ReturnType<typeof createProvider>

const rememberedMs = 10 * 60_000
/** More than anybody has who buys one subscription at a time. */
const listed = 20

/** All that is said to Stripe, and what of its answers is used. Each function throws CallError payment_unavailable. */
export function createProvider(stripe: Stripe, publicUrl: string) {
  const prices = new LRUCache<string, string>({ max: 100, ttl: rememberedMs })
  const configurations = new LRUCache<string, string>({ max: 1, ttl: rememberedMs })
  const returnUrl = `${publicUrl}/plans`

  /** Null while `npm run stripe:setup` has not made one: then the account's own is used. */
  const portalConfiguration = async (): Promise<string | undefined> => {
    const known = configurations.get(portalMark)
    if (known) return known
    const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
    const found = data.find(({ metadata }) => metadata?.lectern === portalMark)?.id
    if (found) configurations.set(portalMark, found)
    return found
  }

  const readCheckout = (id: string): Promise<CheckoutSession | null> =>
    orNull(async () => presentCheckout(await stripe.checkout.sessions.retrieve(id)))

  return {
    /** The price of a plan. @throws CallError payment_not_set_up where `npm run stripe:setup` was not run */
    priceOf: (plan: CataloguePlan): Promise<string> => {
      const lookupKey = lookupKeyOf(plan)
      const known = prices.get(lookupKey)
      if (known) return Promise.resolve(known)
      return atStripe(() => stripe.prices.list({ lookup_keys: [lookupKey], active: true })).then(
        ({ data: [price] }) => {
          if (!price) throw new CallError('payment_not_set_up')
          prices.set(lookupKey, price.id)
          return price.id
        },
      )
    },

    createCustomer: ({ key, orgId, email }: { key: string; orgId: number; email: string }): Promise<string> =>
      atStripe(async () => {
        const metadata = { organization_id: String(orgId) }
        return (await stripe.customers.create({ email, metadata }, { idempotencyKey: key })).id
      }),

    removeCustomer: (id: string): Promise<unknown> => orNull(() => stripe.customers.del(id)),

    openCheckout: (checkout: {
      key: string
      orgId: number
      customerId: string
      planId: number
      priceId: string
      expiresAt: Date
    }): Promise<CheckoutSession> => {
      const { key, orgId, customerId, planId, priceId, expiresAt } = checkout
      const metadata = { organization_id: String(orgId), plan_id: String(planId) }
      return atStripe(async () =>
        presentCheckout(
          await stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              customer: customerId,
              client_reference_id: String(orgId),
              line_items: [{ price: priceId, quantity: 1 }],
              metadata,
              subscription_data: { metadata },
              success_url: `${returnUrl}?session_id={CHECKOUT_SESSION_ID}`,
              cancel_url: `${returnUrl}?checkout=left`,
              expires_at: Math.floor(expiresAt.getTime() / 1000),
            },
            { idempotencyKey: key },
          ),
        ),
      )
    },

    readCheckout,

    /** Ends one that is open; the answer is what it is then, since it may have been paid just now. */
    async endCheckout(id: string): Promise<CheckoutSession | null> {
      const session = await readCheckout(id)
      if (session?.status !== 'open') return session
      try {
        return presentCheckout(
          await stripe.checkout.sessions.expire(id, undefined, { idempotencyKey: crypto.randomUUID() }),
        )
      } catch {
        const now = await readCheckout(id)
        if (now?.status === 'open') throw new CallError('payment_unavailable', { retryAfterSeconds: 5 })
        return now
      }
    },

    /** A page of Stripe where the customer manages all, or confirms one change of price and is charged the difference. */
    openPortal: (
      customerId: string,
      key: string,
      change?: { subscription: PaidSubscription; priceId: string },
    ): Promise<string> =>
      atStripe(async () => {
        const configuration = await portalConfiguration()
        const done = `${returnUrl}?portal=done`
        const { url } = await stripe.billingPortal.sessions.create(
          {
            customer: customerId,
            return_url: change ? returnUrl : done,
            ...(configuration && { configuration }),
            ...(change && { flow_data: confirmation(change.subscription, change.priceId, done) }),
          },
          { idempotencyKey: key },
        )
        return url
      }),

    /** Newest first; null when there is no such customer any more. */
    subscriptionsOf: (customerId: string): Promise<PaidSubscription[] | null> =>
      orNull(async () => {
        const customer = await stripe.customers.retrieve(customerId)
        if (customer.deleted) return null
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: listed })
        return data.map(presentSubscription).sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      }),

    paidInvoicesOf: (customerId: string): Promise<PaidInvoice[]> =>
      atStripe(async () => {
        const { data } = await stripe.invoices.list({ customer: customerId, status: 'paid', limit: listed })
        return data.map(presentInvoice)
      }),

    endWithPeriod: (subscriptionId: string, key: string): Promise<unknown> =>
      atStripe(() =>
        stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, { idempotencyKey: key }),
      ),

    endNow: (subscriptionId: string): Promise<unknown> => orNull(() => stripe.subscriptions.cancel(subscriptionId)),
  }
}

/** Null where Stripe knows no such thing. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await atStripe(work)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const dateOf = (seconds: number) => new Date(seconds * 1000)

const idOf = (given: string | { id: string } | null): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null)

const presentCheckout = ({
  id,
  url,
  status,
  client_reference_id,
  customer,
}: Stripe.Checkout.Session): CheckoutSession => ({
  id,
  url,
  status: statuses.find((each) => each === status) ?? 'open',
  orgId: Number(client_reference_id),
  customerId: idOf(customer),
})

function presentSubscription(subscription: Stripe.Subscription): PaidSubscription {
  const { id, status, cancel_at, cancel_at_period_end, created, items } = subscription
  const [item] = items.data
  if (!item) throw new Error(`subscription ${id} is for nothing`)
  const periodEnd = dateOf(item.current_period_end)
  const planId = Number(item.price.metadata.plan_id)
  return {
    id,
    itemId: item.id,
    planId: Number.isInteger(planId) ? planId : null,
    cents: item.price.unit_amount ?? 0,
    status,
    periodStart: dateOf(item.current_period_start),
    periodEnd,
    endsAt: cancel_at ? dateOf(cancel_at) : cancel_at_period_end ? periodEnd : null,
    createdAt: dateOf(created),
  }
}

const presentInvoice = ({ id, amount_paid, created, status_transitions }: Stripe.Invoice): PaidInvoice => ({
  id,
  cents: amount_paid,
  paidAt: dateOf(status_transitions.paid_at ?? created),
})

const confirmation = ({ id, itemId }: PaidSubscription, priceId: string, done: string) => ({
  type: 'subscription_update_confirm' as const,
  subscription_update_confirm: { subscription: id, items: [{ id: itemId, price: priceId, quantity: 1 }] },
  after_completion: { type: 'redirect' as const, redirect: { return_url: done } },
})
