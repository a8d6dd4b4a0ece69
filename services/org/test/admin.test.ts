import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { defaults, limits } from '@lectern/contracts'
import type { User } from '@lectern/service'
import { until } from '@lectern/testing'
import { startOrg } from './start-org.ts'

const org = await startOrg([])
after(() => org.close())

const numbers = async (user: User | null) => org.call({ url: '/api/w/admin/numbers', user })
const users = async (user: User | null, page = 1) => org.call({ url: `/api/w/admin/users?page=${page}`, user })
const organizations = async (user: User | null, page = 1) =>
  org.call({ url: `/api/w/admin/organizations?page=${page}`, user })

const ada = await org.found()
const eve = await org.found()
const root = { ...eve, isRoot: true }

before(async () => {
  await org.join(ada.orgId, 'bob@example.com')
  // An invitation is no user.
  await org.call({ method: 'POST', url: '/api/w/users', body: { email: 'cleo@example.com', type_id: 1 }, user: ada })
  for (const [{ orgId }, kb] of [
    [ada, 'a'],
    [ada, 'b'],
    [eve, 'c'],
  ] as const) {
    await org.outside.send('kb.changed', { orgId, aggregateId: kb }, { name: kb })
    await org.outside.send('document.uploaded', { orgId, aggregateId: `${kb}1` }, { kbId: kb, name: 'one.txt' })
    await org.outside.send('document.uploaded', { orgId, aggregateId: `${kb}2` }, { kbId: kb, name: 'two.txt' })
    const answered = await org.outside.send('conversation.answered', { orgId, aggregateId: `${kb}-x` }, { kbId: kb })
    const again = { orgId, aggregateId: `${kb}-x`, id: answered.id }
    await org.outside.send('conversation.answered', again, { kbId: kb })
    await org.outside.send('conversation.answered', { orgId, aggregateId: `${kb}-x` }, { kbId: kb })
  }
  await org.outside.send('document.deleted', { orgId: ada.orgId, aggregateId: 'b2', version: 2 }, { kbId: 'b' })
  await org.outside.send('kb.deleted', { orgId: ada.orgId, aggregateId: 'b', version: 2 }, {})
})

const ofAda = { organizations: 1, users: 2, kbs: 1, chats: 4, kbfiles: 3 }
const ofAll = { organizations: 2, users: 3, kbs: 2, chats: 6, kbfiles: 5 }

/** Once all events have come. */
const settled = async (user: User, expected: object) => {
  let seen: unknown
  await until('the numbers', async () => {
    seen = (await numbers(user)).json()
    return JSON.stringify(seen) === JSON.stringify(expected)
  }).catch(() => {})
  assert.deepEqual(seen, expected)
}

describe('the numbers', () => {
  test('are of the whole platform for a root user', () => settled(root, ofAll))
  test('are of their own organization for an admin', () => settled(ada, ofAda))
  test('and for a user', () => settled({ ...ada, typeId: 1 }, ofAda))
  test('need somebody signed in', async () => assert.equal((await numbers(null)).statusCode, 401))
})

describe('the numbers over time', () => {
  const history = (user: User | null) => org.call({ url: '/api/w/admin/history', user })

  test('are those of the platform, day by day up to now', async () => {
    const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10)
    const before = { organizations: 1, users: 1, kbs: 0, chats: 0, kbfiles: 0 }
    const kept = Array.from({ length: 100 }, (_, daysAgo) => ({ _id: dateOf(daysAgo), ...before, kbs: daysAgo }))
    await org.collection('platformdays').insertMany(kept.slice(1))
    await settled(root, ofAll)
    const { days } = (await history(root)).json()
    assert.equal(days.length, 90)
    assert.deepEqual(days[0], { date: dateOf(89), ...before, kbs: 89 })
    assert.deepEqual(days.slice(-2), [
      { date: dateOf(1), ...before, kbs: 1 },
      { date: dateOf(0), ...ofAll },
    ])
    await until('today to be kept', () => org.collection('platformdays').findOne({ _id: dateOf(0) }))
  })

  test('are for root users alone', async () => {
    assert.equal((await history(ada)).statusCode, 403)
    assert.equal((await history(null)).statusCode, 401)
  })
})

describe('the list of users', () => {
  const emails = async (user: User) =>
    (await users(user)).json().items.map(({ email }: { email: string }) => email) as string[]

  test('has everybody for a root user, the newest first', async () => {
    const answer = await users(root)
    assert.equal(answer.json().amount, limits.pageSize)
    assert.deepEqual(await emails(root), ['bob@example.com', eve.email, ada.email])
    const { id, date_format, created_at, ...row } = answer.json().items[2]
    assert.ok(id && date_format && created_at)
    assert.deepEqual(row, {
      organization_id: ada.orgId,
      organization: 'Ada’s organization',
      name: 'Ada',
      email: ada.email,
      type_id: 2,
    })
    assert.deepEqual((await users(root, 2)).json().items, [])
  })

  test('is searched by email and name, and sorted', async () => {
    const found = async (query: string, user: User) =>
      (await org.call({ url: `/api/w/admin/users?${query}`, user })).json().items.map(({ email }: User) => email)
    assert.deepEqual(await found('search=BOB%40', root), ['bob@example.com'])
    assert.deepEqual(await found('search=b%C3%B3b%20example', root), ['bob@example.com'])
    assert.deepEqual(await found('search=cleo', root), [])
    assert.deepEqual(await found('search=bob', eve), [])
    assert.deepEqual(await found('sort=email', root), ['bob@example.com', ada.email, eve.email].sort())
    assert.deepEqual(await found('sort=oldest', ada), [ada.email, 'bob@example.com'])
  })

  test('has their own for an admin', async () => assert.deepEqual(await emails(ada), ['bob@example.com', ada.email]))

  test('is not for users or visitors', async () => {
    assert.equal((await users({ ...ada, typeId: 1 })).statusCode, 403)
    assert.equal((await users(null)).statusCode, 401)
  })
})

describe('the list of organizations', () => {
  test('has all for a root user, the newest first', async () => {
    const { items, amount } = (await organizations(root)).json()
    assert.equal(amount, limits.pageSize)
    assert.deepEqual(
      items.map(({ id, users }: { id: number; users: number }) => [id, users]),
      [
        [eve.orgId, 1],
        [ada.orgId, 2],
      ],
    )
    assert.deepEqual(items[0].plan, { id: defaults.freePlanId })
    assert.equal(items[0].enterprise, false)
    assert.deepEqual((await organizations(root, 2)).json().items, [])
  })

  test('is searched by name, and sorted by the name of now', async () => {
    const found = async (query: string, user = root) =>
      (await org.call({ url: `/api/w/admin/organizations?${query}`, user }))
        .json()
        .items.map(({ id }: { id: number }) => id)
    assert.deepEqual(await found('search=ada'), [eve.orgId, ada.orgId])
    assert.deepEqual(await found('sort=oldest'), [ada.orgId, eve.orgId])
    for (const [user, name] of [
      [ada, 'Zürich (2)'],
      [eve, 'abc'],
    ] as const)
      await org.call({ method: 'POST', url: '/api/w/organization', body: { name }, user })
    assert.deepEqual(await found('sort=name'), [eve.orgId, ada.orgId])
    assert.deepEqual(await found('search=ZURICH%20(2'), [ada.orgId])
    assert.deepEqual(await found('search=zurich', eve), [])
  })

  test('has their own for an admin', async () => {
    const { items } = (await organizations(ada)).json()
    assert.deepEqual(
      items.map(({ id }: { id: number }) => id),
      [ada.orgId],
    )
  })

  test('is not for users or visitors', async () => {
    assert.equal((await organizations({ ...ada, typeId: 1 })).statusCode, 403)
    assert.equal((await organizations(null)).statusCode, 401)
  })
})
