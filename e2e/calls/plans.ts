import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { defaults, fieldMessages, type Plan, type Subscription } from '@lectern/contracts'
import { type Cast, gather, makeEnterprise } from '../cast.ts'
import { type Client, call, done, refused } from '../contract.ts'
import { freeChats, product } from './stage.ts'

describe('plans', () => {
  let cast: Cast

  before(async () => {
    cast = await gather(product)
  })

  type Plans = { plans: Plan[]; plan: Plan | null }
  const plansOf = async (who: Client) => done(await call<Plans>(who, 'GET', '/api/w/plans'))
  const stripe = (who: Client, name: string, body?: object) => call(who, 'POST', `/api/w/stripe/${name}`, body)
  const check = async (who: Client) => done(await call<Subscription>(who, 'POST', '/api/w/stripe/check'))

  describe('GET /api/w/plans', () => {
    test('shows visitors the plans, the free one first', async () => {
      const { plans, plan } = await plansOf(cast.visitor)
      assert.equal(plan, null)
      assert.deepEqual(
        plans.map(({ name, price }) => ({ name, price })),
        [
          { name: 'free', price: 0 },
          { name: 'team', price: 29 },
          { name: 'business', price: 99 },
          { name: 'enterprise', price: 499 },
        ],
      )
      for (const { short_description, description } of plans) {
        assert.ok(short_description)
        assert.ok(description.split(',').length >= 5, 'bullets')
      }
      assert.ok(plans[0]?.description.includes(`${freeChats} chats a month`), 'as the operator set it')
    })
    test('tells whoever is logged in which one is theirs', async () => {
      const { plans, plan } = await plansOf(cast.user)
      assert.deepEqual(plan, plans[0])
      assert.equal(plan?.id, defaults.freePlanId)
    })
  })

  describe('POST /api/w/stripe/check', () => {
    const none = {
      id: null,
      price: null,
      current_period_start: null,
      current_period_end: null,
      status: 'active',
      is_canceled: false,
      pay_until: null,
    }

    test('answers the free plan, which has no subscription', async () =>
      assert.deepEqual(await check(cast.user), { plan: (await plansOf(cast.user)).plan, ...none }))

    test('answers the organization’s own plan', async () => {
      await makeEnterprise(product, cast.stranger)
      assert.equal((await check(cast.stranger)).plan?.name, 'enterprise')
      assert.equal((await check(cast.owner)).plan?.name, 'free')
    })
  })

  describe('without a payment provider', () => {
    const bodies = { manage: undefined, cancel: undefined, checkout: { plan_id: 2 }, status: { session_id: 'cs_1' } }
    for (const [name, body] of Object.entries(bodies))
      test(`POST /api/w/stripe/${name} says so to admins`, async () => {
        for (const who of [cast.owner, cast.admin]) refused(await stripe(who, name, body), 'payment_not_set_up')
      })

    for (const [name, body, field, sentence] of [
      ['checkout', {}, 'plan_id', fieldMessages.required],
      ['checkout', { plan_id: 'team' }, 'plan_id', fieldMessages.invalid],
      ['status', {}, 'session_id', fieldMessages.required],
      ['status', { session_id: '' }, 'session_id', fieldMessages.required],
    ] as const)
      test(`POST /api/w/stripe/${name} with ${JSON.stringify(body)} names the field`, async () =>
        refused(await stripe(cast.owner, name, body), 'invalid', { fields: { [field]: sentence } }))
  })
})
