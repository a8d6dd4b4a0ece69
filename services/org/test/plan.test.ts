import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { EventInit } from '@lectern/contracts/events'
import type { User } from '@lectern/service'
import { shuffledTwice, until } from '@lectern/testing'
import { startOrg } from './start-org.ts'

const org = await startOrg(['organization.changed'])
after(() => org.close())

const tell = (
  { orgId }: User,
  version: number,
  payload: EventInit<'subscription.changed'>,
  actor: { id: string; email: string } | null = null,
) => org.outside.send('subscription.changed', { orgId, aggregateId: String(orgId), version, actor }, payload)
const planOf = async (user: User) => {
  const { organization } = (await org.call({ url: '/api/w/organization', user })).json()
  return [organization.plan.id, organization.enterprise]
}
const isOn = (user: User, id: number) => until(`plan ${id}`, async () => (await planOf(user))[0] === id)
const changes = ({ orgId }: User) => org.told('organization.changed', orgId)

describe('an organization’s plan', () => {
  test('is what billing tells, and the others hear of it once', async () => {
    const ada = await org.found()
    assert.deepEqual(await planOf(ada), [1, false])
    await tell(ada, 1, { planId: 4, enterprise: true })
    await tell(ada, 1, { planId: 4, enterprise: true })
    await isOn(ada, 4)
    assert.deepEqual(await planOf(ada), [4, true])
    const event = await until('the others to hear', () => changes(ada)[1])
    const { planId, enterprise } = event.payload as { planId: number; enterprise: boolean }
    assert.deepEqual([planId, enterprise], [4, true])
    // A renewal changes neither.
    await tell(ada, 2, { planId: 4, enterprise: true })
    await tell(ada, 3, { planId: 1, enterprise: false })
    await isOn(ada, 1)
    await until('the others to hear', () => changes(ada)[2])
    assert.equal(changes(ada).length, 3)
  })

  test('is the newest that was told, in whatever order', async (t) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
    t.diagnostic(`SEED=${seed}`)
    const ada = await org.found()
    const plans = [2, 3, 4, 1, 3]
    const told = plans.map((planId, index) => ({ version: index + 1, planId }))
    for (const { version, planId } of shuffledTwice(told, seed)) await tell(ada, version, { planId })
    await org.outside.settled('org', ['subscription.changed'])
    assert.deepEqual(await planOf(ada), [3, false])
  })

  test('stands in the audit log with who did it', async () => {
    const ada = await org.found()
    const { userId: id, email } = ada
    const root = { id: 'root', email: 'root@example.com' }
    await tell(ada, 1, { planId: 2, planName: 'team', deed: 'chosen' }, { id, email })
    await tell(ada, 2, { planId: 3, planName: 'business', deed: 'changed' }, { id, email })
    await tell(ada, 3, { planId: 3, planName: 'business', deed: 'canceled' }, { id, email })
    await tell(ada, 4, { planId: 1, planName: 'free' })
    await tell(ada, 5, { planId: 4, planName: 'enterprise', enterprise: true, deed: 'given' }, root)
    await tell(ada, 6, { planId: 1, planName: 'free', deed: 'taken_back' }, root)
    await org.outside.settled('org', ['subscription.changed'])
    const { items } = (await org.call({ url: '/api/w/logs', user: ada })).json()
    assert.deepEqual(
      items.slice(0, 5).map(({ user, body }: { user: string; body: string }) => [user, body]),
      [
        [root.email, 'Took back what was given by hand; the plan is “free”'],
        [root.email, 'Gave the plan “enterprise” by hand, with what is for enterprises'],
        [email, 'Canceled the subscription; it ends with its period'],
        [email, 'Changed the subscription to the plan “business”'],
        [email, 'Chose the plan “team”'],
      ],
    )
  })
})
