import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { limits } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { startBilling } from './start-billing.ts'

const billing = await startBilling()
const { shop } = billing.stripe
after(() => billing.close())

const dayMs = 86_400_000
const records = () => billing.db.collection<{ _id: string }>('subscribers')

async function pastDue() {
  const org = await billing.found()
  const { customer, id } = shop.pay(await org.choose(4))
  await until('the plan', async () => (await org.plan()) === 'enterprise')
  shop.declined.add(customer)
  shop.advance(customer, 32)
  await until('the failure to be known', async () => (await org.check()).pay_until)
  return { ...org, customer, id }
}

/** As if the first failure were so long ago; then the service looks as it does in its own time. */
async function daysLater(orgId: number, days: number) {
  const failedSince = new Date(Date.now() - days * dayMs)
  await records().updateOne(
    { _id: String(orgId) },
    { $set: { 'subscription.failedSince': failedSince, checkAt: new Date(0) }, $inc: { revision: 1 } },
  )
}

describe('a payment that fails', () => {
  test('leaves the plan for some days, and tells the owner once', async () => {
    const org = await pastDue()
    const { plan, status, is_canceled, pay_until } = await org.check()
    assert.deepEqual([plan?.name, status, is_canceled], ['enterprise', 'active', false])
    const days = (Date.parse(pay_until ?? '') - Date.now()) / dayMs
    assert.ok(Math.abs(days - limits.paymentGraceDays) < 0.1, String(days))
    const mail = await billing.mailbox.mailTo(org.email)
    assert.equal(mail.subject, 'Your payment did not go through')
    assert.match(mail.text ?? '', /enterprise plan/)
    // Stripe tries again and again; each failure is told, and the days go on from the first.
    shop.advance(org.customer, 4)
    await billing.stripe.delivered()
    assert.equal((await org.check()).pay_until, pay_until)
    assert.equal(billing.mailbox.received.filter(({ to }) => to === org.email).length, 1)
  })

  test('is over when it is paid after all', async () => {
    const org = await pastDue()
    shop.renewCard(org.customer)
    await until('the payment to be known', async () => (await org.check()).pay_until === null)
    assert.equal(await org.plan(), 'enterprise')
  })

  test('ends the plan after these days, by the service’s own clock, and brings it back when it is paid', async () => {
    const org = await pastDue()
    await daysLater(org.orgId, limits.paymentGraceDays - 0.1)
    await billing.reconcile()
    assert.equal(await org.plan(), 'enterprise')
    await daysLater(org.orgId, limits.paymentGraceDays + 0.1)
    await billing.reconcile()
    assert.equal(await org.plan(), 'free')
    const told = await until('the others to be told', () => org.told().find(({ planId }) => planId === 1))
    assert.deepEqual([told.enterprise, told.periodStart], [false, undefined])
    assert.equal((await billing.mailbox.mailTo(org.email, 2)).subject, 'Your plan has ended')
    // It may be paid all the while, on Stripe's own page.
    const { body } = await org.post('checkout', { plan_id: 2 })
    assert.match(body.checkout_url, /\/portal\//)
    shop.renewCard(org.customer)
    await until('the plan', async () => (await org.plan()) === 'enterprise')
    await until('the others to be told', () => org.told().at(-1)?.enterprise === true)
  })

  test('for good ends the subscription', async () => {
    const org = await pastDue()
    shop.advance(org.customer, 30)
    await until('the free plan', async () => (await org.plan()) === 'free')
    assert.equal((await org.check()).id, null)
  })
})
