import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '@lectern/testing'
import { startBilling } from './start-billing.ts'

// Nothing that happens at Stripe is told here.
const billing = await startBilling({ isTold: false })
const { shop } = billing.stripe
after(() => billing.close())

const makeDue = (orgId: number) =>
  billing.db
    .collection<{ _id: string }>('subscribers')
    .updateOne({ _id: String(orgId) }, { $set: { checkAt: new Date(0) } })

describe('without any message of Stripe’s', () => {
  test('a checkout that was paid brings the plan in a few minutes', async () => {
    const org = await billing.found()
    shop.pay(await org.choose(3))
    const record = await billing.db.collection<{ _id: string; checkAt: Date }>('subscribers').findOne({
      _id: String(org.orgId),
    })
    const waits = (record?.checkAt.getTime() ?? 0) - Date.now()
    assert.ok(waits > 0 && waits <= 60_000, String(waits))
    await makeDue(org.orgId)
    await billing.reconcile()
    assert.equal(await org.plan(), 'business')
    await until('the others to be told', () => org.told()[0]?.deed === 'chosen')
  })

  test('a renewal, a change and an end are found in their time, and what was paid', async () => {
    const org = await billing.found()
    const { id, customer } = shop.pay(await org.choose(2))
    await makeDue(org.orgId)
    await billing.reconcile()
    const { current_period_end } = await org.check()
    shop.advance(customer, 32)
    await makeDue(org.orgId)
    await billing.reconcile()
    assert.equal((await org.check()).current_period_start, current_period_end)
    assert.equal(await billing.db.collection('payments').countDocuments({ orgId: org.orgId }), 2)
    shop.endNow(id)
    await makeDue(org.orgId)
    await billing.reconcile()
    assert.equal(await org.plan(), 'free')
  })

  test('one that fails does not hold up the others', async () => {
    const [broken, org] = [await billing.found(), await billing.found()]
    for (const each of [broken, org]) shop.pay(await each.choose(2))
    const [customer] = broken.customers()
    billing.stripe.faults.push({ call: new RegExp(`GET /v1/customers/${customer?.id}`), how: 'fails', times: 99 })
    await makeDue(broken.orgId)
    await makeDue(org.orgId)
    await billing.reconcile()
    assert.deepEqual([await broken.plan(), await org.plan()], ['free', 'team'])
    billing.stripe.faults.length = 0
    await makeDue(broken.orgId)
    await billing.reconcile()
    assert.equal(await broken.plan(), 'team')
  })
})
