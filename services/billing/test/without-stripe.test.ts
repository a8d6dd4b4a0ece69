import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errors } from '@lectern/contracts'
import { readConfig } from '@lectern/service'
import { asIdentity, testSpace, testUser } from '@lectern/testing'
import { buildApp } from '../src/app.ts'
import { Config } from '../src/config.ts'

const space = testSpace()
const strings = Object.fromEntries(Object.entries(space.config).map(([name, value]) => [name, String(value)]))
const app = await buildApp(readConfig(Config, strings))

before(() => app.ready())
after(async () => {
  await app.close()
  await space.remove()
})

const call = async (name: string, user: Parameters<typeof testUser>[0] | null = {}, payload?: object) => {
  const headers = user ? await asIdentity(testUser(user), 'billing') : {}
  const answer = await app.inject({
    method: 'POST',
    url: `/api/w/stripe/${name}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const bodies = { manage: undefined, cancel: undefined, checkout: { plan_id: 2 }, status: { session_id: 'cs_1' } }

describe('without a payment provider', () => {
  test('an organization has its plan, and nothing that it pays for', async () => {
    const { status, body } = await call('check')
    assert.equal(status, 200)
    const { plan, ...rest } = body
    assert.equal(plan.name, 'free')
    assert.equal(plan.price, 0)
    const nothing = { id: null, price: null, current_period_start: null, current_period_end: null, pay_until: null }
    assert.deepEqual(rest, { ...nothing, status: 'active', is_canceled: false })
  })

  test('a message of Stripe’s is refused, since nothing tells it from others', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: { id: 'evt_1' } })
    assert.equal(answer.statusCode, 409)
  })

  for (const [name, payload] of Object.entries(bodies)) {
    test(`${name} says that payment is not set up`, async () => {
      const { message } = errors.payment_not_set_up
      assert.deepEqual(await call(name, {}, payload), { status: 409, body: { message, code: 'payment_not_set_up' } })
    })
    test(`${name} is nothing for visitors`, async () => assert.equal((await call(name, null, payload)).status, 401))
    test(`${name} ${name === 'status' ? 'is for every user' : 'is for admins'}`, async () =>
      assert.equal((await call(name, { typeId: 1 }, payload)).status, name === 'status' ? 409 : 403))
  }

  for (const [name, payload, field] of [
    ['checkout', {}, 'plan_id'],
    ['checkout', { plan_id: 'two' }, 'plan_id'],
    ['checkout', { plan_id: 1.5 }, 'plan_id'],
    ['status', {}, 'session_id'],
    ['status', { session_id: '' }, 'session_id'],
    ['status', { session_id: 'a'.repeat(256) }, 'session_id'],
  ] as const)
    test(`${name} with ${JSON.stringify(payload).slice(0, 30)} names the field`, async () => {
      const { status, body } = await call(name, {}, payload)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors), [field])
    })
})
