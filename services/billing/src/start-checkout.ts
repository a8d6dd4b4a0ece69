import { fieldMessages } from '@lectern/contracts'
import { CallError, type Cause, invalid, type User } from '@lectern/service'
import type { Context } from './app.ts'
import type { CataloguePlan } from './catalogue.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { atPortal } from './manage-subscription.ts'
import type { Checkout, Subscriber } from './models/subscriber.ts'
import { providerOf, type Refreshing, refreshSubscriber } from './refresh-subscriber.ts'
import { isDecided } from './stripe-client.ts'

type Needed = Refreshing & Pick<Context, 'organizations'>

const minute = 60_000
/** Stripe's pages stay open so long. */
const openMs = 60 * minute
/** One that closes sooner is not shown again. */
const enoughMs = 5 * minute
const tries = 10

/**
 * The page of Stripe where a plan is paid for. Whoever has a subscription changes it there, at the difference in price, rather
 * than begin a second. There is at most one open checkout of an organization, whichever and however many plans are clicked.
 * @throws CallError payment_not_set_up, invalid, checkout_changed, payment_unavailable
 */
export async function startCheckout(context: Needed, user: User, planId: number, cause: Cause): Promise<string> {
  const provider = providerOf(context)
  const plan = context.catalogue.find(({ id, price }) => id === planId && price > 0)
  if (!plan) throw invalid({ plan_id: [fieldMessages.plan] })
  const priceId = await provider.priceOf(plan)
  // First, since the customer may have been deleted at Stripe.
  await refreshSubscriber(context, user.orgId, cause)
  const customerId = await ensureCustomer(context, user)
  for (let attempt = 0; attempt < tries; attempt++) {
    const before = await context.subscribers.open(user.orgId)
    if (before.subscription) return changePage(context, before, before.subscription, plan, priceId, cause)
    const url = await checkoutPage(context, before, { customerId, planId, priceId }, cause)
    if (url) return url
  }
  throw new CallError('checkout_changed')
}

/** One that failed or ends is first to be put right, which Stripe's own page offers. */
async function changePage(
  { subscribers, provider }: Needed,
  before: Subscriber,
  subscription: NonNullable<Subscriber['subscription']>,
  plan: CataloguePlan,
  priceId: string,
  cause: Cause,
): Promise<string> {
  await subscribers.write(before, atPortal(cause))
  const isChange = subscription.status === 'active' && !subscription.endsAt && subscription.planId !== plan.id
  const change = isChange ? { subscription, priceId } : undefined
  return providerOf({ provider }).openPortal(before.customer?.id ?? '', `portal ${cause.id}`, change)
}

type Wanted = { customerId: string; planId: number; priceId: string }

/** Null where something else happened meanwhile, so that it is to be decided anew. */
async function checkoutPage(context: Needed, before: Subscriber, wanted: Wanted, cause: Cause): Promise<string | null> {
  const { subscribers } = context
  const provider = providerOf(context)
  const { checkout } = before
  const isFit = checkout && isLike(checkout, wanted) && checkout.expiresAt.getTime() > Date.now() + enoughMs
  if (isFit && !checkout.session) return openPage(context, before.orgId, wanted, checkout)
  if (checkout?.session) {
    const { id, url } = checkout.session
    const session = isFit ? await provider.readCheckout(id) : await provider.endCheckout(id)
    if (isFit && session?.status === 'open') return url
    if (session?.status === 'complete') {
      const now = await refreshSubscriber(context, before.orgId, cause)
      if (!now?.subscription) await subscribers.write(before, { checkout: null })
      return null
    }
  }
  const { planId, priceId } = wanted
  const begun: Checkout = {
    key: crypto.randomUUID(),
    planId,
    priceId,
    expiresAt: new Date(Date.now() + openMs),
    session: null,
  }
  const changes = { checkout: begun, asked: cause.actor ?? null, checkAt: new Date(Date.now() + minute) }
  return (await subscribers.write(before, changes)) ? openPage(context, before.orgId, wanted, begun) : null
}

const isLike = (checkout: Checkout, { planId, priceId }: Wanted) =>
  checkout.planId === planId && checkout.priceId === priceId

async function openPage(
  context: Needed,
  orgId: number,
  { customerId }: Wanted,
  checkout: Checkout,
): Promise<string | null> {
  const { subscribers } = context
  const provider = providerOf(context)
  const isStill = (now: Subscriber) => now.checkout?.key === checkout.key
  try {
    const session = await provider.openCheckout({ ...checkout, orgId, customerId })
    const { id, url } = session
    if (!url) throw new CallError('payment_unavailable', { retryAfterSeconds: 5 })
    for (;;) {
      const now = await subscribers.open(orgId)
      if (isStill(now) && now.checkout?.session) return url
      if (isStill(now) && (await subscribers.write(now, { checkout: { ...checkout, session: { id, url } } })))
        return url
      if (isStill(now)) continue
      // Another plan was chosen meanwhile: nobody has seen this page, and nobody will.
      await provider.endCheckout(id)
      throw new CallError('checkout_changed')
    }
  } catch (error) {
    // The same key would bring the same refusal.
    if (isDecided(error)) {
      const now = await subscribers.open(orgId)
      if (isStill(now)) await subscribers.write(now, { checkout: null })
    }
    throw error
  }
}
