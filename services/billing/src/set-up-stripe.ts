import type Stripe from 'stripe'
import type { CataloguePlan } from './catalogue.ts'
import { isMissing } from './stripe-client.ts'
import { lookupKeyOf, portalMark, productIdOf } from './stripe-names.ts'

const currency = 'usd'
/** At each try of one call the same; after a crash what is there already is found by its name. */
const fresh = () => ({ idempotencyKey: crypto.randomUUID() })

/**
 * Brings a Stripe account to what the catalogue says: a product and a monthly price for each paid plan, and what customers may do
 * in the portal. Done again it changes nothing; after a change of the catalogue it makes the new price, and whoever pays the
 * old one goes on with it.
 */
export async function setUpStripe(stripe: Stripe, catalogue: CataloguePlan[], say: (line: string) => void) {
  const offers: { product: string; prices: string[] }[] = []
  for (const plan of catalogue.filter(({ price }) => price > 0)) {
    const product = await settleProduct(stripe, plan, say)
    offers.push({ product, prices: [await settlePrice(stripe, plan, product, say)] })
  }
  await settlePortal(stripe, offers, say)
}

async function settleProduct(stripe: Stripe, plan: CataloguePlan, say: (line: string) => void): Promise<string> {
  const id = productIdOf(plan)
  const content = {
    name: `Lectern ${plan.name}`,
    description: plan.short_description,
    metadata: { plan_id: String(plan.id) },
  }
  try {
    const known = await stripe.products.retrieve(id)
    if (known.active && known.name === content.name && known.description === content.description) return id
    await stripe.products.update(id, { ...content, active: true }, fresh())
    say(`${id}: brought up to date`)
  } catch (error) {
    if (!isMissing(error)) throw error
    await stripe.products.create({ id, ...content }, fresh())
    say(`${id}: made`)
  }
  return id
}

async function settlePrice(stripe: Stripe, plan: CataloguePlan, product: string, say: (line: string) => void) {
  const lookupKey = lookupKeyOf(plan)
  const cents = Math.round(plan.price * 100)
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const [known] = data
  if (known?.unit_amount === cents && known.currency === currency && known.recurring?.interval === 'month')
    return known.id
  const made = await stripe.prices.create(
    {
      product,
      currency,
      unit_amount: cents,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      metadata: { plan_id: String(plan.id) },
    },
    fresh(),
  )
  say(`${lookupKey}: ${known ? 'the price has changed' : 'made'}, ${made.id}`)
  return made.id
}

async function settlePortal(
  stripe: Stripe,
  products: { product: string; prices: string[] }[],
  say: (line: string) => void,
) {
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      products,
    },
  }
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const known = data.find(({ metadata }) => metadata?.lectern === portalMark)
  const mark = { metadata: { lectern: portalMark, prices: products.flatMap(({ prices }) => prices).join(' ') } }
  if (known?.metadata?.prices === mark.metadata.prices) return
  if (known) await stripe.billingPortal.configurations.update(known.id, { features, ...mark }, fresh())
  else await stripe.billingPortal.configurations.create({ features, ...mark }, fresh())
  say(`portal: ${known ? 'brought up to date' : 'made'}`)
}
