import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errors } from '@lectern/contracts'
import { type StripeEvent, shuffled, startService, until } from '@lectern/testing'
import { startBilling } from './start-billing.ts'

const billing = await startBilling({ isTold: false })
const { stripe, webhook } = billing
const { shop } = stripe
after(() => billing.close())

const eventsOf = (customer: string) =>
  stripe.events.filter(({ data }) => {
    const about = data.object as { id?: string; customer?: string }
    return about.customer === customer || about.id === customer
  })
const kept = () => billing.db.collection<{ _id: string }>('stripe_events')
const versionOf = async (orgId: number) =>
  (await billing.db.collection<{ _id: string; version: number }>('subscribers').findOne({ _id: String(orgId) }))
    ?.version

/** An organization whose subscription Stripe has, and nobody was told of. */
async function paidUnheard(planId = 2) {
  const org = await billing.found()
  const { customer, id } = shop.pay(await org.choose(planId))
  return { ...org, customer, id }
}
const post = (body: string, headers: Record<string, string>) =>
  fetch(webhook, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

describe('Stripe’s messages', () => {
  test('do the same in any order and number: a whole life of a subscription, each message five times, many at once', async (t) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
    t.diagnostic(`SEED=${seed}`)
    const org = await paidUnheard()
    shop.changePrice(
      org.id,
      [...shop.prices.values()].find(({ lookup_key }) => lookup_key === 'lectern_business_monthly')?.id ?? '',
    )
    shop.advance(org.customer, 32)
    shop.declined.add(org.customer)
    shop.advance(org.customer, 31)
    shop.renewCard(org.customer)
    shop.setCanceling(org.id, true)
    const life = eventsOf(org.customer)
    assert.ok(life.length >= 9, `${life.length} messages`)
    const deliveries = shuffled(life, 5, seed)
    for (let at = 0; at < deliveries.length; at += 8) {
      const statuses = await Promise.all(deliveries.slice(at, at + 8).map((event) => stripe.deliver(webhook, event)))
      assert.deepEqual([...new Set(statuses)], [200])
    }
    const { plan, id, is_canceled, pay_until } = await org.check()
    assert.deepEqual([plan?.name, id, is_canceled, pay_until], ['business', org.id, true, null])
    // All of it was one change here, since the first message already found it so.
    assert.equal(await versionOf(org.orgId), 1)
    await until('the others to be told', () => org.told().length === 1)
    assert.equal(await kept().countDocuments({ orgId: org.orgId } as never), life.length)
    const paid = await billing.db.collection('payments').find({ orgId: org.orgId }).toArray()
    const invoices = [...shop.invoices.values()].filter(({ customer }) => customer === org.customer)
    assert.deepEqual(
      paid.map(({ cents }) => cents as number).sort(),
      invoices.map(({ amount_paid }) => amount_paid).sort(),
    )
  })

  test('that are late change nothing back', async () => {
    const org = await paidUnheard()
    const [created] = eventsOf(org.customer).filter(({ type }) => type === 'customer.subscription.created')
    assert.ok(created)
    shop.endNow(org.id)
    for (const event of eventsOf(org.customer).toReversed()) await stripe.deliver(webhook, event)
    await stripe.deliver(webhook, { ...created, id: 'evt_another' })
    assert.equal(await org.plan(), 'free')
    assert.deepEqual(org.told(), [])
  })

  test('are refused when forged, older than 300 seconds, changed on their way, or without a signature', async () => {
    const org = await paidUnheard()
    const [event] = eventsOf(org.customer)
    assert.ok(event)
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    const asked = () => stripe.requests.length
    const before = asked()
    assert.equal(await stripe.deliver(webhook, event, { secret: 'whsec_other' }), 400)
    assert.equal(await stripe.deliver(webhook, event, { at: ago(302) }), 400)
    const payload = JSON.stringify(event)
    const signed = { 'stripe-signature': stripe.sign(payload) }
    assert.equal((await post(payload.replace('"livemode":false', '"livemode":true'), signed)).status, 400)
    // The same JSON in other bytes is not what was signed.
    assert.equal((await post(JSON.stringify(event, null, 4), signed)).status, 400)
    const bare = await post(payload, {})
    assert.equal(bare.status, 400)
    const { message } = errors.webhook_refused
    assert.deepEqual(await bare.json(), { message, code: 'webhook_refused' })
    assert.equal((await post('', signed)).status, 400)
    assert.equal(asked(), before)
    assert.equal(await org.plan(), 'free')
    assert.equal(await stripe.deliver(webhook, event, { at: ago(290) }), 200)
    assert.equal(await org.plan(), 'team')
  })

  test('of others who sell by the same account are taken and left alone', async () => {
    const event = {
      ...stripe.events[0],
      id: 'evt_foreign',
      data: { object: { object: 'invoice', customer: 'cus_foreign' } },
    }
    const before = stripe.requests.length
    assert.equal(await stripe.deliver(webhook, event as StripeEvent), 200)
    assert.equal(stripe.requests.length, before)
  })
})

describe('while Stripe has a bad day', () => {
  const outage = async (call: RegExp, how: 'busy' | 'fails' | 'hangs', times: number) => {
    stripe.faults.length = 0
    stripe.faults.push({ call, how, times })
  }

  test('a message that cannot be carried out is refused, so that it comes again', async () => {
    for (const how of ['busy', 'fails', 'hangs'] as const) {
      const org = await paidUnheard()
      const [event] = eventsOf(org.customer)
      assert.ok(event)
      await outage(/GET \/v1\/subscriptions/, how, 3)
      const began = Date.now()
      assert.equal(await stripe.deliver(webhook, event), 503, how)
      assert.ok(Date.now() - began < 15_000, how)
      assert.equal(await kept().countDocuments({ _id: event.id }), 0)
      stripe.faults.length = 0
      assert.equal(await stripe.deliver(webhook, event), 200, how)
      assert.equal(await org.plan(), 'team')
    }
  })

  test('a plan that is there stays, and the screen does not wait', async () => {
    const org = await paidUnheard()
    for (const event of eventsOf(org.customer)) await stripe.deliver(webhook, event)
    await billing.db
      .collection<{ _id: string }>('subscribers')
      .updateOne({ _id: String(org.orgId) }, { $set: { refreshedAt: new Date(0) } })
    await outage(/./, 'hangs', 9)
    const began = Date.now()
    const { plan, id } = await org.check()
    assert.ok(Date.now() - began < 3000)
    assert.deepEqual([plan?.name, id], ['team', org.id])
    stripe.faults.length = 0
  })

  for (const how of ['busy', 'fails', 'breaks', 'hangs', 'slow'] as const)
    for (const call of [/POST \/v1\/customers$/, /POST \/v1\/checkout\/sessions$/])
      test(`${how} at ${call.source.replaceAll('\\', '')}: the next click works, and one subscription comes of both`, async () => {
        const org = await billing.found()
        stripe.faults.push({ call, how, times: how === 'slow' ? 1 : 3, ms: 1500 })
        const first = await org.post('checkout', { plan_id: 2 })
        assert.ok(first.status === 503 || first.status === 200, String(first.status))
        if (first.status === 503) {
          assert.equal(first.body.message, errors.payment_unavailable.message)
          assert.ok(Number(first.headers.get('retry-after')) > 0)
        }
        stripe.faults.length = 0
        const page = await org.choose(2)
        shop.pay(page)
        assert.deepEqual((await org.post('status', { session_id: page })).body, { status: 'complete' })
        assert.equal(await org.plan(), 'team')
        assert.equal(org.subscriptions().length, 1)
        if (how !== 'breaks') assert.equal(org.customers().length, 1)
        // Nobody was shown another page that could be paid.
        if (first.status === 200) assert.ok(first.body.checkout_url.endsWith(page))
      })

  test('a cancelation whose answer is lost is one, and is known', async () => {
    const org = await paidUnheard()
    for (const event of eventsOf(org.customer)) await stripe.deliver(webhook, event)
    stripe.faults.push({ call: /POST \/v1\/subscriptions/, how: 'hangs', times: 1 })
    assert.equal((await org.post('cancel')).status, 200)
    assert.equal((await org.check()).is_canceled, true)
    const told = eventsOf(org.customer).filter(({ type }) => type === 'customer.subscription.updated')
    assert.equal(told.length, 1)
    const keys = stripe.requests.filter(({ call }) => call === `POST /v1/subscriptions/${org.id}`).map(({ key }) => key)
    assert.equal(keys.length, 2)
    assert.equal(new Set(keys).size, 1)
  })

  test('every call that changes something carries a key of ours', () => {
    const changing = stripe.requests.filter(({ call }) => call.startsWith('POST'))
    assert.ok(changing.length > 20)
    for (const { call, key } of changing) assert.ok(key && !key.startsWith('stripe-node-retry'), call)
  })
})

describe('a process that is killed', () => {
  /** Answers from another process of the service, which is killed while Stripe works. */
  async function killedAt(call: RegExp, run: (url: string) => Promise<unknown>) {
    const service = await startService('billing', { ...billing.env, STRIPE_TIMEOUT_SECONDS: '30' })
    const before = stripe.requests.filter((request) => call.test(request.call)).length
    stripe.faults.push({ call, how: 'hangs', times: 1 })
    const running = run(service.url).catch(() => null)
    await until('the call', () => stripe.requests.filter((request) => call.test(request.call)).length > before)
    await service.stop('SIGKILL')
    await running
    stripe.faults.length = 0
  }

  test('between a customer’s creation and its record leaves one customer', async () => {
    const org = await billing.found()
    await killedAt(/POST \/v1\/customers$/, (url) => org.post('checkout', { plan_id: 2 }, url))
    assert.equal(org.customers().length, 1)
    await org.choose(2)
    assert.equal(org.customers().length, 1)
  })

  test('between a checkout’s opening and its record leaves one checkout', async () => {
    const org = await billing.found()
    await killedAt(/POST \/v1\/checkout\/sessions$/, (url) => org.post('checkout', { plan_id: 2 }, url))
    const open = () =>
      [...shop.checkouts.values()].filter(({ client_reference_id }) => client_reference_id === String(org.orgId))
    assert.equal(open().length, 1)
    shop.pay(await org.choose(2))
    assert.equal(open().length, 1)
    assert.equal(org.subscriptions().length, 1)
  })

  test('while it carries a message out lets it come again, once', async () => {
    const org = await paidUnheard()
    const [event] = eventsOf(org.customer)
    assert.ok(event)
    await killedAt(/GET \/v1\/subscriptions/, (url) => stripe.deliver(`${url}/api/stripe/webhook`, event))
    assert.equal(await org.plan(), 'free')
    assert.equal(await stripe.deliver(webhook, event), 200)
    assert.equal(await org.plan(), 'team')
    assert.equal(await versionOf(org.orgId), 1)
  })

  test('between a cancelation and its record: the record follows', async () => {
    const org = await paidUnheard()
    for (const event of eventsOf(org.customer)) await stripe.deliver(webhook, event)
    await killedAt(/POST \/v1\/subscriptions\//, (url) => org.post('cancel', undefined, url))
    assert.equal((await org.post('cancel')).status, 200)
    assert.equal((await org.check()).is_canceled, true)
  })
})
