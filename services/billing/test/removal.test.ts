import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '@lectern/testing'
import { startBilling } from './start-billing.ts'

const billing = await startBilling()
const { shop } = billing.stripe
after(() => billing.close())

const collections = ['subscribers', 'payments', 'stripe_events', 'organizationcopies', 'ownercopies']
const left = async (orgId: number) => {
  const counts = await Promise.all(collections.map((name) => billing.db.collection(name).countDocuments({ orgId })))
  return Object.fromEntries(collections.map((name, n) => [name, counts[n]]))
}
const remove = (orgId: number) =>
  billing.outside.send('organization.deleted', { orgId, aggregateId: String(orgId), version: 9 }, {})

describe('an organization that is deleted', () => {
  test('pays no longer, and leaves nothing here', async () => {
    const [org, other] = [await billing.found(), await billing.found()]
    for (const each of [org, other]) {
      shop.pay(await each.choose(2))
      await until('the plan', async () => (await each.plan()) === 'team')
    }
    await billing.stripe.delivered()
    const before = await left(org.orgId)
    for (const [name, count] of Object.entries(before)) assert.ok((count ?? 0) > 0, name)
    const ofOther = await left(other.orgId)
    await remove(org.orgId)
    await until('the customer to be gone', () => org.customers().length === 0)
    assert.deepEqual(
      org.subscriptions().map(({ status }) => status),
      ['canceled'],
    )
    await until('the records to be gone', async () =>
      Object.values(await left(org.orgId)).every((count) => count === 0),
    )
    // What Stripe still tells of it brings nothing back.
    await billing.stripe.delivered()
    for (const event of billing.stripe.events) await billing.stripe.deliver(billing.webhook, event)
    assert.equal((await left(org.orgId)).subscribers, 0)
    assert.deepEqual(await left(other.orgId), ofOther)
    assert.equal(await other.plan(), 'team')
  })

  test('cannot be paid for any more by a page that was left open', async () => {
    const org = await billing.found()
    const page = await org.choose(3)
    await remove(org.orgId)
    await until('the customer to be gone', () => org.customers().length === 0)
    assert.throws(() => shop.pay(page))
  })

  test('is kept in mind until Stripe can be told', async () => {
    const org = await billing.found()
    shop.pay(await org.choose(2))
    await until('the plan', async () => (await org.plan()) === 'team')
    billing.stripe.faults.push({ call: /DELETE/, how: 'fails', times: 3 })
    await remove(org.orgId)
    await until('Stripe to have failed', () => billing.stripe.faults.at(-1)?.times === 0)
    assert.equal((await left(org.orgId)).subscribers, 1)
    await until('the customer to be gone', () => org.customers().length === 0)
  })
})
