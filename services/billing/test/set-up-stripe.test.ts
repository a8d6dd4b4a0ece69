import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startStripe } from '@lectern/testing'
import { catalogue } from '../src/catalogue.ts'
import { setUpStripe } from '../src/set-up-stripe.ts'
import { stripeClient } from '../src/stripe-client.ts'

let stripe: Awaited<ReturnType<typeof startStripe>>
before(async () => {
  stripe = await startStripe()
})
after(() => stripe.close())

async function setUp(plans = catalogue(100)): Promise<string[]> {
  const lines: string[] = []
  const { STRIPE_SECRET_KEY, ...settings } = stripe.settings
  const client = stripeClient(STRIPE_SECRET_KEY, { ...settings, STRIPE_TIMEOUT_SECONDS: 2 })
  await setUpStripe(client, plans, (line) => lines.push(line))
  return lines
}
const changes = () => stripe.requests.filter(({ call }) => call.startsWith('POST')).length

test('an account gets a product and a price for each paid plan, and a portal; again and again without harm', async () => {
  await setUp()
  const { products, prices, configurations } = stripe.shop
  assert.deepEqual([...products.keys()], ['lectern_team', 'lectern_business', 'lectern_enterprise'])
  assert.deepEqual(
    [...prices.values()].map(({ lookup_key, unit_amount, metadata }) => [lookup_key, unit_amount, metadata.plan_id]),
    [
      ['lectern_team_monthly', 2900, '2'],
      ['lectern_business_monthly', 9900, '3'],
      ['lectern_enterprise_monthly', 49_900, '4'],
    ],
  )
  assert.equal(configurations.size, 1)
  const before = changes()
  assert.deepEqual(await setUp(), [])
  assert.equal(changes(), before)
})

test('a new price takes over the name of the old one, which stays for those who pay it', async () => {
  const dearer = catalogue(100).map((plan) => (plan.name === 'team' ? { ...plan, price: 35 } : plan))
  const lines = await setUp(dearer)
  assert.equal(lines.length, 2, lines.join('\n'))
  const ofTeam = [...stripe.shop.prices.values()].filter(({ product }) => product === 'lectern_team')
  assert.deepEqual(
    ofTeam.map(({ unit_amount, lookup_key, metadata }) => [unit_amount, lookup_key, metadata.plan_id]),
    [
      [2900, null, '2'],
      [3500, 'lectern_team_monthly', '2'],
    ],
  )
  assert.equal(stripe.shop.configurations.size, 1)
  assert.deepEqual(await setUp(dearer), [])
})

test('one that breaks off in the middle is taken up where it was', async () => {
  const other = await startStripe()
  const was = stripe
  stripe = other
  other.faults.push({ call: /POST \/v1\/prices/, how: 'breaks', times: 3 })
  await assert.rejects(setUp())
  await setUp()
  stripe = was
  assert.equal(other.shop.products.size, 3)
  assert.deepEqual(
    [...other.shop.prices.values()].filter(({ lookup_key }) => lookup_key).map(({ unit_amount }) => unit_amount),
    [2900, 9900, 49_900],
  )
  await other.close()
})
