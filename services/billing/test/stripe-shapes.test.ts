import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { choosePorts } from '@lectern/engines'
import { startStripe, until } from '@lectern/testing'
import type Stripe from 'stripe'
import { findTool } from '../../../scripts/deploy-tools.ts'
import { catalogue } from '../src/catalogue.ts'
import { createProvider } from '../src/provider.ts'
import { setUpStripe } from '../src/set-up-stripe.ts'
import { stripeClient } from '../src/stripe-client.ts'

/** Stripe's own mock: it checks what it is asked against Stripe's description of its calls, and answers in Stripe's shapes. */
const command = findTool('stripe-mock')

describe('the stand-in for Stripe', {
  skip: command ? false : 'stripe-mock is not here: npm run check:deploy fetches it',
}, () => {
  let mock: ChildProcess
  let real: Stripe
  let ours: Stripe
  let standIn: Awaited<ReturnType<typeof startStripe>>

  before(async () => {
    const { http, https } = await choosePorts({ http: { setting: '' }, https: { setting: '' } })
    mock = spawn(command ?? '', ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`], {
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${http}`
    await until('stripe-mock to listen', () => fetch(url).then(Boolean, () => false))
    standIn = await startStripe()
    const settings = { STRIPE_TIMEOUT_SECONDS: 5 }
    real = stripeClient('sk_test_123', { ...settings, STRIPE_API_HOST: url })
    ours = stripeClient(standIn.settings.STRIPE_SECRET_KEY, { ...settings, STRIPE_API_HOST: standIn.url })
  })
  after(async () => {
    mock.kill()
    await standIn.close()
  })

  test('is asked nothing that Stripe does not understand', async () => {
    await setUpStripe(real, catalogue(100), () => {})
    const [, plan] = catalogue(100)
    assert.ok(plan)
    const provider = createProvider(real, 'http://lectern.example')
    const key = () => crypto.randomUUID()
    const priceId = await provider.priceOf(plan)
    const customerId = await provider.createCustomer({ key: key(), orgId: 1, email: 'ada@example.com' })
    const expiresAt = new Date(Date.now() + 3_600_000)
    const checkout = { key: key(), orgId: 1, customerId, planId: 2, priceId, expiresAt }
    const { id } = await provider.openCheckout(checkout)
    await provider.readCheckout(id)
    await provider.endCheckout(id)
    const [subscription] = (await provider.subscriptionsOf(customerId)) ?? []
    assert.ok(subscription)
    assert.ok(subscription.periodEnd > new Date(0))
    await provider.openPortal(customerId, key())
    await provider.openPortal(customerId, key(), { subscription, priceId })
    await provider.endWithPeriod(subscription.id, key())
    await provider.paidInvoicesOf(customerId)
    await provider.endNow(subscription.id)
    await provider.removeCustomer(customerId)
  })

  test('answers in Stripe’s shapes', async () => {
    await setUpStripe(ours, catalogue(100), () => {})
    const provider = createProvider(ours, 'http://lectern.example')
    const customerId = await provider.createCustomer({ key: 'c', orgId: 1, email: 'ada@example.com' })
    const [price] = standIn.shop.prices.keys()
    const expiresAt = new Date(Date.now() + 3_600_000)
    const checkout = { key: 'k', orgId: 1, customerId, planId: 2, priceId: price ?? '', expiresAt }
    const { id } = await provider.openCheckout(checkout)
    const { id: subscription, latest_invoice } = standIn.shop.pay(id)
    await provider.openPortal(customerId, 'p')
    const reads = (stripe: Stripe) => ({
      customer: stripe.customers.retrieve(customerId),
      product: stripe.products.retrieve('lectern_team'),
      price: stripe.prices.list({ limit: 1 }),
      checkout: stripe.checkout.sessions.retrieve(id),
      subscription: stripe.subscriptions.retrieve(subscription),
      subscriptions: stripe.subscriptions.list({ customer: customerId, status: 'all' }),
      invoices: stripe.invoices.list({ customer: customerId }),
      configurations: stripe.billingPortal.configurations.list({ active: true }),
      portal: stripe.billingPortal.sessions.create({ customer: customerId, return_url: 'http://lectern.example' }),
    })
    assert.ok(latest_invoice)
    const [wanted, given] = [reads(real), reads(ours)]
    for (const name of Object.keys(given) as (keyof typeof given)[])
      assert.deepEqual(misfits(plain(await given[name]), plain(await wanted[name]), name), [])
  })
})

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)

/** Where something is of another kind than Stripe's own, or there is no such thing at Stripe. What is null there may be anything here, and the other way round. */
function misfits(given: unknown, wanted: unknown, path: string): string[] {
  const [one, other] = [kindOf(given), kindOf(wanted)]
  if (one === 'null' || other === 'null') return []
  if (one !== other) return [`${path} is ${one}, not ${other}`]
  if (Array.isArray(given) && Array.isArray(wanted))
    return given.length > 0 && wanted.length > 0 ? misfits(given[0], wanted[0], `${path}[0]`) : []
  if (one !== 'object' || path.endsWith('.metadata')) return []
  const known = wanted as Record<string, unknown>
  return Object.entries(given as object).flatMap(([name, value]) =>
    name in known ? misfits(value, known[name], `${path}.${name}`) : [`${path}.${name} is not Stripe's`],
  )
}
