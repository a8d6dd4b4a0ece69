import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errors } from '@lectern/contracts'
import { testUser, until } from '@lectern/testing'
import { idOf, startBilling } from './start-billing.ts'

const billing = await startBilling()
const { stripe } = billing
const { shop } = stripe
after(() => billing.close())

const [team, business] = [2, 3]

describe('paying for a plan', () => {
  test('leads to a page of Stripe, and back with the plan', async () => {
    const org = await billing.found()
    const { status, body } = await org.post('checkout', { plan_id: team })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['checkout_url'])
    const session_id = idOf(body.checkout_url)
    assert.deepEqual((await org.post('status', { session_id })).body, { status: 'open' })
    assert.equal(await org.plan(), 'free')

    // Nobody is told: it is the status that brings the plan.
    stripe.deliverTo(null)
    const { id } = shop.pay(session_id)
    assert.deepEqual((await org.post('status', { session_id })).body, { status: 'complete' })
    stripe.deliverTo(billing.webhook)
    assert.equal(await org.plan(), 'team')
    const { plan, current_period_start, current_period_end, ...rest } = await org.check()
    assert.equal(plan?.name, 'team')
    assert.equal(plan?.price, 29)
    assert.deepEqual(rest, { id, price: 29, status: 'active', is_canceled: false, pay_until: null })
    const days = (Date.parse(current_period_end ?? '') - Date.parse(current_period_start ?? '')) / 86_400_000
    assert.ok(days >= 28 && days <= 31, String(days))
    assert.ok(Math.abs(Date.parse(current_period_start ?? '') - Date.now()) < 60_000)

    const told = await until('the others to be told', () => org.told()[0])
    assert.deepEqual([told.planId, told.planName, told.enterprise, told.deed], [team, 'team', false, 'chosen'])
    assert.equal(told.actor?.email, org.email)
    assert.ok(told.periodStart && told.periodEnd)
    const [customer] = org.customers()
    assert.equal(customer?.email, org.email)
  })

  test('tells the others by Stripe’s message alone, too', async () => {
    const org = await billing.found()
    shop.pay(await org.choose(4))
    const told = await until('the others to be told', () => org.told()[0])
    assert.deepEqual([told.planId, told.enterprise], [4, true])
    assert.equal(await org.plan(), 'enterprise')
  })

  test('leads to the same page again while that is open, and to another one after', async () => {
    const org = await billing.found()
    const first = await org.choose(team)
    assert.equal(await org.choose(team), first)
    const other = await org.choose(business)
    assert.notEqual(other, first)
    assert.equal(shop.checkouts.get(first)?.status, 'expired')
    assert.deepEqual((await org.post('status', { session_id: first })).body, { status: 'expired' })
    shop.expire(other)
    assert.notEqual(await org.choose(business), other)
  })

  test('makes one customer and one subscription of twenty clicks on two plans at once', async () => {
    const org = await billing.found()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => org.post('checkout', { plan_id: n % 2 ? team : business })),
    )
    for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status))
    const pages = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => idOf(body.checkout_url)))
    assert.ok(pages.size > 0)
    let paid = 0
    for (const page of pages)
      try {
        shop.pay(page)
        paid++
      } catch {
        // It was closed when another plan was chosen.
      }
    assert.equal(paid, 1)
    assert.equal(org.customers().length, 1)
    assert.equal(org.subscriptions().length, 1)
    await until('the plan', async () => (await org.plan()) !== 'free')
    // A click in a tab that was left open leads to where it can be changed, not to a second payment.
    for (const plan of [team, business]) {
      const { body } = await org.post('checkout', { plan_id: plan })
      assert.match(body.checkout_url, /\/portal\//)
    }
  })

  test('is known from the page that was paid when another click comes before any message', async () => {
    const org = await billing.found()
    stripe.deliverTo(null)
    shop.pay(await org.choose(team))
    const { body } = await org.post('checkout', { plan_id: business })
    stripe.deliverTo(billing.webhook)
    assert.match(body.checkout_url, /\/portal\//)
    assert.equal(org.subscriptions().length, 1)
  })

  for (const plan_id of [1, 5, 0, -1])
    test(`is refused for plan ${plan_id}`, async () => {
      const org = await billing.found()
      const { status, body } = await org.post('checkout', { plan_id })
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors), ['plan_id'])
    })

  test('shows a checkout to its organization alone', async () => {
    const [org, other] = [await billing.found(), await billing.found()]
    const session_id = await org.choose(team)
    assert.equal((await other.post('status', { session_id })).status, 404)
    await other.choose(team)
    assert.equal((await other.post('status', { session_id })).status, 404)
    assert.equal((await org.post('status', { session_id: 'cs_unknown' })).status, 404)
    const call = (user: Parameters<typeof testUser>[0]) =>
      billing.call('POST', '/api/w/stripe/checkout', testUser({ orgId: org.orgId, ...user }), { plan_id: team })
    assert.equal((await call({ typeId: 1 })).status, 403)
  })
})

describe('a subscription', () => {
  async function subscribed(planId: number) {
    const org = await billing.found()
    const { id, customer } = shop.pay(await org.choose(planId))
    await until('the plan', async () => (await org.plan()) !== 'free')
    return { ...org, id, customer }
  }
  const invoicesOf = (customer: string) => [...shop.invoices.values()].filter((each) => each.customer === customer)

  test('is changed after its payer has confirmed, at the difference in price', async () => {
    const org = await subscribed(team)
    const page = await org.choose(business)
    assert.equal(await org.plan(), 'team')
    const { confirmation } = shop.portals.get(page) ?? {}
    assert.ok(confirmation)
    assert.equal(confirmation.done, 'http://lectern.example/plans?portal=done')
    await fetch(`${stripe.url}/portal/${page}/confirm`, { method: 'POST', redirect: 'manual' })
    await until('the larger plan', async () => (await org.plan()) === 'business')
    const [first, second] = invoicesOf(org.customer)
    assert.deepEqual([first?.amount_paid, second?.amount_paid], [2900, 7000])
    assert.equal(org.subscriptions().length, 1)
    const told = await until('the change to be told', () => org.told().find(({ deed }) => deed === 'changed'))
    assert.deepEqual([told.planId, told.actor?.email], [business, org.email])

    // Down again: what is left of the dearer plan is credited.
    const back = await org.choose(team)
    await fetch(`${stripe.url}/portal/${back}/confirm`, { method: 'POST', redirect: 'manual' })
    await until('the smaller plan', async () => (await org.plan()) === 'team')
    assert.equal(invoicesOf(org.customer).at(-1)?.amount_paid, 0)
    assert.equal(shop.customers.get(org.customer)?.balance, -7000)
  })

  test('is managed on a page of Stripe', async () => {
    const org = await subscribed(team)
    const { status, body } = await org.post('manage')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['portal_url'])
    assert.equal(shop.portals.get(idOf(body.portal_url))?.customer, org.customer)
    assert.match(
      JSON.stringify(shop.configurations.get(shop.portals.get(idOf(body.portal_url))?.configuration ?? '')),
      /at_period_end/,
    )
  })

  test('that is canceled stays until its period ends; then the organization is on the free plan, and its owner is told', async () => {
    const org = await subscribed(team)
    const { current_period_end } = await org.check()
    const { status, body } = await org.post('cancel')
    assert.equal(status, 200)
    assert.match(body.message, /ends on/)
    const canceled = await org.check()
    assert.deepEqual(
      [canceled.is_canceled, canceled.status, canceled.plan?.name, canceled.current_period_end],
      [true, 'canceled', 'team', current_period_end],
    )
    assert.equal((await org.post('cancel')).status, 200)
    const told = await until('the cancelation to be told', () => org.told().find(({ deed }) => deed === 'canceled'))
    assert.deepEqual([told.planId, told.actor?.email], [team, org.email])

    shop.advance(org.customer, 32)
    await until('the free plan', async () => (await org.plan()) === 'free')
    const nothing = { id: null, price: null, current_period_start: null, current_period_end: null, pay_until: null }
    const { plan, ...rest } = await org.check()
    assert.equal(plan?.price, 0)
    assert.deepEqual(rest, { ...nothing, status: 'active', is_canceled: false })
    assert.equal((await billing.mailbox.mailTo(org.email)).subject, 'Your plan has ended')
    const last = await until('the end to be told', () => org.told().find(({ planId }) => planId === 1))
    assert.deepEqual([last.periodStart, last.deed, last.actor], [undefined, '', null])

    // And another may begin.
    assert.ok(shop.checkouts.get(await org.choose(business)))
  })

  test('goes on in the next period, which the others are told of', async () => {
    const org = await subscribed(team)
    const before = await org.check()
    shop.advance(org.customer, 32)
    const renewed = await until('the renewal to be told', () => org.told()[1])
    assert.equal(Number(renewed.periodStart?.seconds) * 1000, Date.parse(before.current_period_end ?? ''))
    assert.equal(invoicesOf(org.customer).at(-1)?.amount_paid, 2900)
  })

  test('that is not there can neither be managed nor canceled', async () => {
    const org = await billing.found()
    const { message } = errors.no_subscription
    for (const name of ['manage', 'cancel'])
      assert.deepEqual((await org.post(name)).body, { message, code: 'no_subscription' })
    await org.choose(team)
    assert.equal((await org.post('cancel')).status, 409)
  })

  test('whose customer was deleted at Stripe is none, and the next begins anew', async () => {
    const org = await subscribed(team)
    shop.removeCustomer(org.customer)
    await until('the free plan', async () => (await org.plan()) === 'free')
    shop.pay(await org.choose(business))
    await until('the new plan', async () => (await org.plan()) === 'business')
  })
})
