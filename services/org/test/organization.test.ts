import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { defaults, errors, limits } from '@lectern/contracts'
import { asIdentity, testBus, testSpace, testUser, until } from '@lectern/testing'
import { buildApp } from '../src/app.ts'

const space = testSpace()
const outside = await testBus(space.config, ['organization.changed'])
const app = await buildApp(space.config)

before(() => app.ready())
after(async () => {
  await Promise.all([app.close(), outside.close()])
  await space.remove()
})

let lastOrgId = 0
const nextOrgId = () => ++lastOrgId

const register = (orgId: number, fields: object = {}, about: { aggregateId?: string; id?: string } = {}) => {
  const userId = `user-${orgId}`
  const payload = { userId, name: 'Ada', email: 'ada@example.com', typeId: 2, founder: true, ...fields }
  return outside.send('user.registered', { orgId, aggregateId: userId, ...about }, payload)
}
const told = (orgId: number) => outside.received.filter((event) => event.orgId === orgId)
const read = async (orgId: number) =>
  app.inject({ url: '/api/w/organization', headers: await asIdentity(testUser({ orgId }), 'org') })

describe('an organization', () => {
  test('is made for the user who founds it, and told to the others', async () => {
    const orgId = nextOrgId()
    await register(orgId)
    const event = await until('organization.changed', () => told(orgId)[0])
    assert.equal(event.aggregateId, String(orgId))
    assert.equal(event.version, 1)
    const { $typeName, ...state } = event.payload as { $typeName: string }
    assert.deepEqual(state, {
      ownerId: `user-${orgId}`,
      name: 'Ada’s organization',
      description: '',
      systemPrompt: '',
      color: defaults.chatColor,
      imageUrl: '',
      enterprise: false,
      planId: defaults.freePlanId,
    })
    const answer = await read(orgId)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), {
      organization: {
        id: orgId,
        user_id: `user-${orgId}`,
        name: 'Ada’s organization',
        description: '',
        system_prompt: '',
        color: defaults.chatColor,
        image_url: null,
        enterprise: false,
        plan: { id: defaults.freePlanId },
      },
    })
  })

  test('is made once, however often the event comes', async () => {
    const orgId = nextOrgId()
    const { id } = await register(orgId)
    await register(orgId, { name: 'Another name' }, { id })
    // The same aggregate, so that it is handled after the one before.
    const later = nextOrgId()
    await register(later, { name: 'Bob' }, { aggregateId: `user-${orgId}` })
    await until('the organization after it', () => told(later)[0])
    assert.equal((await read(orgId)).json().organization.name, 'Ada’s organization')
    assert.equal(new Set(told(orgId).map(({ id }) => id)).size, 1)
  })

  test('a user who joins founds none', async () => {
    const [joined, founded] = [nextOrgId(), nextOrgId()]
    await register(joined, { founder: false })
    await register(founded, { name: 'Bob' }, { aggregateId: `user-${joined}` })
    await until('the organization after it', () => told(founded)[0])
    assert.equal((await read(joined)).statusCode, 404)
  })

  test('has a name that fits, whatever its founder is called', async () => {
    const orgId = nextOrgId()
    await register(orgId, { name: '😀'.repeat(limits.name / 2) })
    await until('organization.changed', () => told(orgId)[0])
    const { name } = (await read(orgId)).json().organization
    assert.ok(name.length <= limits.name)
    assert.ok(name.isWellFormed())
    assert.ok(name.endsWith('’s organization'))
  })
})

describe('reading it', () => {
  test('before it is made says so', async () => {
    const answer = await read(nextOrgId())
    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), {
      message: errors.organization_not_found.message,
      code: 'organization_not_found',
    })
  })

  test('is for the signed-in only', async () => {
    assert.equal((await app.inject('/api/w/organization')).statusCode, 401)
    const visitor = await asIdentity({ kind: 'visitor', orgId: 1, chatUnqid: 'abc' }, 'org')
    assert.equal((await app.inject({ url: '/api/w/organization', headers: visitor })).statusCode, 401)
  })
})
