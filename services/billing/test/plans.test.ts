import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { defaults, type Plan } from '@lectern/contracts'
import { readConfig } from '@lectern/service'
import { asIdentity, testBus, testSpace, testUser, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'
import { Config } from '../src/config.ts'

const strings = (settings: object) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

const space = testSpace()
const outside = await testBus(space.config, ['plan.changed'])
const config = (freeChats: number) => readConfig(Config, strings({ ...space.config, LECTERN_FREE_CHATS: freeChats }))
const app = await buildApp(config(42))
const db = await mongoose.createConnection(space.config.MONGODB_URL).asPromise()
const kept = db.useDb(`${space.namespace.replaceAll('-', '_')}_billing`).collection<{ _id: string }>('plans')

before(() => app.ready())
after(async () => {
  await Promise.all([app.close(), outside.close(), db.close()])
  await space.remove()
})

const told = (planId: number) => outside.received.filter(({ aggregateId }) => aggregateId === String(planId))
const list = async (orgId?: number) =>
  app.inject({
    url: '/api/w/plans',
    headers: orgId === undefined ? {} : await asIdentity(testUser({ orgId }), 'billing'),
  })
const plansOf = async () => (await list()).json().plans as Plan[]
/** Another process of the service, started and stopped. */
const restart = async (freeChats: number) => {
  const other = await buildApp(config(freeChats))
  await other.ready()
  return other
}

describe('the catalogue', () => {
  test('is there for visitors too, who have no plan', async () => {
    const answer = await list()
    assert.equal(answer.statusCode, 200)
    const { plans, plan } = answer.json()
    assert.equal(plan, null)
    const free = plans.find(({ id }: Plan) => id === defaults.freePlanId)
    assert.equal(free.name, 'free')
    assert.equal(free.price, 0)
    assert.ok(free.description.split(',').includes('42 chats a month'))
    assert.ok(plans.some(({ price }: Plan) => price > 0))
  })

  test('tells the others what each plan allows', async () => {
    const free = await until('plan.changed', () => told(defaults.freePlanId)[0])
    assert.equal(free.version, 1)
    const { name, chatsPerMonth } = free.payload as { name: string; chatsPerMonth: number }
    assert.deepEqual({ name, chatsPerMonth }, { name: 'free', chatsPerMonth: 42 })
    for (const { id } of await plansOf()) {
      const { payload } = await until(`plan ${id}`, () => told(id)[0])
      for (const [field, value] of Object.entries(payload))
        if (typeof value === 'number' || typeof value === 'bigint') assert.ok(value > 0, `${id} ${field}`)
    }
  })

  test('a restart tells nothing again, and a change tells of what changed', async () => {
    await until('the first telling', () => told(defaults.freePlanId)[0])
    const same = await restart(42)
    await same.close()
    const changed = await restart(43)
    const event = await until('the change', () => told(defaults.freePlanId).find(({ version }) => version === 2))
    await changed.close()
    assert.equal((event.payload as { chatsPerMonth: number }).chatsPerMonth, 43)
    for (const { id } of await plansOf()) {
      const plan = await kept.findOne({ _id: String(id) })
      assert.equal((plan as unknown as { version: number }).version, id === defaults.freePlanId ? 2 : 1)
    }
  })
})

describe('an organization’s plan', () => {
  test('is the free one while nothing else is known', async () => {
    assert.equal((await list(1)).json().plan.id, defaults.freePlanId)
  })
})
