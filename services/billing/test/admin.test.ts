import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { AdminSubscription } from '@lectern/contracts'
import { testUser, until } from '@lectern/testing'
import { startBilling } from './start-billing.ts'

const billing = await startBilling()
const { shop } = billing.stripe
after(() => billing.close())

const root = testUser({ orgId: 1000, userId: 'root', email: 'root@example.com', isRoot: true })
const get = (path: string, user = root) => billing.call('GET', `/api/w/admin/${path}`, user)
const give = (orgId: number, body: object, user = root) =>
  billing.call('POST', `/api/w/admin/subscriptions/${orgId}`, user, body)
const rowOf = async (orgId: number) =>
  ((await get('subscriptions')).body.items as AdminSubscription[]).find((row) => row.organization_id === orgId)

describe('what is given by hand', () => {
  test('is a plan, whatever is paid, until it is taken back; who did it is told', async () => {
    const org = await billing.found()
    const given = await give(org.orgId, { plan_id: 3, enterprise: false })
    assert.equal(given.status, 200)
    assert.match(given.body.message, /business/)
    assert.equal(await org.plan(), 'business')
    const { id, plan } = await org.check()
    assert.deepEqual([id, plan?.name], [null, 'business'])
    const told = await until('the others to be told', () => org.told()[0])
    assert.deepEqual(
      [told.planId, told.planName, told.enterprise, told.deed, told.actor?.email],
      [3, 'business', false, 'given', root.email],
    )
    // A subscription beside it goes on by itself.
    shop.pay(await org.choose(2))
    await until('the subscription', async () => (await org.check()).id !== null)
    assert.equal(await org.plan(), 'business')
    assert.equal((await org.check()).price, 29, 'what is paid stays what it is')
    await give(org.orgId, { plan_id: null, enterprise: false })
    assert.equal(await org.plan(), 'team')
    const back = await until('the others to be told', () => org.told().find(({ deed }) => deed === 'taken_back'))
    assert.equal(back.planId, 2)
  })

  test('may be what is for enterprises alone', async () => {
    const org = await billing.found()
    await give(org.orgId, { plan_id: null, enterprise: true })
    const told = await until('the others to be told', () => org.told()[0])
    assert.deepEqual([told.planId, told.enterprise], [1, true])
    assert.equal(await org.plan(), 'free')
  })

  test('can be read, also of who has nothing', async () => {
    const org = await billing.found()
    const read = async () => (await get(`subscriptions/${org.orgId}`)).body as AdminSubscription
    const { plan, given, id } = await read()
    assert.deepEqual([plan.name, given, id], ['free', null, null])
    await give(org.orgId, { plan_id: 3, enterprise: true })
    assert.deepEqual((await read()).given, { plan_id: 3, enterprise: true })
  })

  test('is for organizations and plans that there are', async () => {
    const org = await billing.found()
    assert.equal((await get('subscriptions/999')).status, 404)
    assert.equal((await give(999, { plan_id: 2, enterprise: false })).status, 404)
    assert.equal((await give(org.orgId, { plan_id: 9, enterprise: false })).status, 422)
    assert.equal((await give(org.orgId, {})).status, 422)
  })
})

describe('root users', () => {
  test('see who pays and who was given something', async () => {
    const [paying, given, nobody] = [await billing.found(), await billing.found(), await billing.found()]
    const { id } = shop.pay(await paying.choose(2))
    await until('the plan', async () => (await paying.plan()) === 'team')
    await paying.post('cancel')
    await give(given.orgId, { plan_id: 4, enterprise: false })
    const { current_period_end, ...row } = (await rowOf(paying.orgId)) ?? assert.fail('no row')
    assert.ok(current_period_end)
    assert.deepEqual(row, {
      organization_id: paying.orgId,
      organization: `Organization ${paying.orgId}`,
      plan: { id: 2, name: 'team' },
      id,
      price: 29,
      status: 'active',
      is_canceled: true,
      given: null,
    })
    const other = await rowOf(given.orgId)
    assert.deepEqual(
      [other?.plan.name, other?.id, other?.given],
      ['enterprise', null, { plan_id: 4, enterprise: false }],
    )
    assert.equal(await rowOf(nobody.orgId), undefined)
  })

  test('see what is received', async () => {
    const before = (await get('revenue')).body
    const org = await billing.found()
    const { customer } = shop.pay(await org.choose(3))
    await until('the payment', async () => (await get('revenue')).body.this_month > before.this_month)
    const { subscriptions, monthly, this_month } = (await get('revenue')).body
    assert.deepEqual(
      [subscriptions - before.subscriptions, monthly - before.monthly, this_month - before.this_month],
      [1, 99, 99],
    )
    shop.removeCustomer(customer)
    await until('the end', async () => (await get('revenue')).body.subscriptions === before.subscriptions)
  })

  test('are the only ones', async () => {
    const org = await billing.found()
    for (const path of ['subscriptions', 'revenue', `subscriptions/${org.orgId}`])
      assert.equal((await get(path, org.user)).status, 403)
    assert.equal((await give(org.orgId, { plan_id: 4, enterprise: true }, org.user)).status, 403)
    assert.equal((await billing.call('GET', '/api/w/admin/revenue', null)).status, 401)
    assert.equal(await org.plan(), 'free')
  })
})

describe('how much is used', () => {
  test('is told to the owner, once for each word of it', async () => {
    const org = await billing.found()
    const resets = { seconds: BigInt(Math.floor(Date.parse('2027-01-01T00:00:00Z') / 1000)), nanos: 0 }
    const about = { orgId: org.orgId, aggregateId: `${org.orgId}:2026-12` }
    const sent = await billing.outside.send('quota.reached', about, { percent: 80, total: 100, resets })
    await billing.outside.send('quota.reached', { ...about, id: sent.id }, { percent: 80, total: 100, resets })
    await billing.outside.send('quota.reached', { ...about, version: 2 }, { percent: 100, total: 100, resets })
    const last = await billing.mailbox.mailTo(org.email, 2)
    assert.equal(last.subject, 'All your chats are used')
    assert.match(last.text ?? '', /All 100 chats .* January 1, 2027/)
    await billing.outside.settled('billing', ['quota.reached'])
    assert.deepEqual(
      billing.mailbox.received.filter(({ to }) => to === org.email).map(({ mail }) => mail.subject),
      ['80 % of your chats are used', 'All your chats are used'],
    )
  })
})
