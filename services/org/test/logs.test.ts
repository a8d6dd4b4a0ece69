import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { limits } from '@lectern/contracts'
import type { EventInit, EventType } from '@lectern/contracts/events'
import type { User } from '@lectern/service'
import { until } from '@lectern/testing'
import { startOrg } from './start-org.ts'

const org = await startOrg([])
after(() => org.close())

type Row = { id: string; user: string; body: string; date_format: string }

const url = '/api/w/logs'
const list = async (user: User, page = 1): Promise<Row[]> =>
  (await org.call({ url: `${url}?page=${page}`, user })).json().items
const bodies = async (user: User) => (await list(user)).map(({ body }) => body)
const by = ({ orgId, userId, email }: User, aggregateId: string, version = 1) => ({
  orgId,
  aggregateId,
  version,
  actor: { id: userId, email },
})
const logged = (user: User, body: string) =>
  until(body, async () => (await list(user)).find((row) => row.body === body))

describe('the audit log', () => {
  test('tells what people did in the organization itself', async () => {
    const ada = await org.found()
    await org.call({ method: 'POST', url: '/api/w/organization', body: { name: 'Engines' }, user: ada })
    const body = { email: `${crypto.randomUUID()}@example.com`, type_id: 2 }
    const { item } = (await org.call({ method: 'POST', url: '/api/w/users', body, user: ada })).json()
    await logged(ada, `Invited ${body.email} as an admin`)
    await org.call({ method: 'DELETE', url: `/api/w/users/${item.id}`, user: ada })
    const row = await logged(ada, `Withdrew the invitation of ${body.email}`)
    assert.equal(row.user, ada.email)
    assert.ok(row.date_format)
    await logged(ada, 'Changed the settings of the organization')
    await logged(ada, 'Created the organization')
    assert.equal((await list(ada)).length, 4)
  })

  test('tells what people did to chats and documents, and not what the machines did', async () => {
    const ada = await org.found()
    const kb = `kb-${ada.orgId}`
    const file = `file-${ada.orgId}`
    const state = { unqid: 'u', name: 'Help desk', personality: 'Kind', isReady: true }
    await org.outside.send('kb.changed', by(ada, kb), state)
    await logged(ada, 'Created the chat “Help desk”')
    await org.outside.send('document.uploaded', by(ada, file), { kbId: kb, name: 'guide.pdf' })
    await logged(ada, 'Added the document “guide.pdf” to the chat “Help desk”')
    // What reading the file makes of the chat, once under the user's name and once under nobody's.
    await org.outside.send('kb.changed', by(ada, kb, 2), { ...state, fileCount: 1, isReady: false })
    await org.outside.send('kb.changed', { orgId: ada.orgId, aggregateId: kb, version: 3 }, { ...state, fileCount: 1 })
    await org.outside.send('kb.changed', by(ada, kb, 4), { ...state, fileCount: 1, personality: 'Dry' })
    await logged(ada, 'Changed the chat “Help desk”')
    await org.outside.send('document.deleted', by(ada, file, 2), { kbId: kb })
    await logged(ada, 'Deleted the document “guide.pdf” from the chat “Help desk”')
    await org.outside.send('kb.deleted', by(ada, kb, 5), {})
    await logged(ada, 'Deleted the chat “Help desk”')
    await org.outside.send('document.deleted', by(ada, `${file}-2`, 2), { kbId: kb })
    await org.outside.send('user.password_changed', by(ada, `${file}-2`, 2), {})
    await logged(ada, 'Changed their password')
    assert.equal((await bodies(ada)).length, 7)
  })

  test('tells what people did to their accounts', async () => {
    const ada = await org.found()
    const bob = await org.join(ada.orgId, `${crypto.randomUUID()}@example.com`)
    const tell = <T extends EventType>(type: T, version: number, payload: EventInit<T>) =>
      org.outside.send(type, by(bob, bob.userId, version), payload)
    await tell('user.verified', 2, {})
    await tell('user.renamed', 3, { name: 'Robert' })
    await logged(ada, 'Changed their name')
    const rows = await list(ada)
    assert.deepEqual(
      rows.filter(({ user }) => user === bob.email).map(({ body }) => body),
      ['Changed their name', 'Verified their email address', 'Joined the organization'],
    )
  })

  test('tells of each event once', async () => {
    const ada = await org.found()
    const about = { ...by(ada, 'x', 2), id: crypto.randomUUID() }
    await org.outside.send('user.password_changed', about, {})
    await org.outside.send('user.password_changed', about, {})
    await org.outside.send('user.verified', by(ada, 'x', 3), {})
    await logged(ada, 'Verified their email address')
    assert.equal((await bodies(ada)).filter((body) => body === 'Changed their password').length, 1)
  })
})

describe('reading it', () => {
  test('is for admins of the organization, in pages', async () => {
    const ada = await org.found()
    for (let n = 0; n < limits.pageSize; n++) await org.outside.send('user.password_changed', by(ada, 'y', n + 2), {})
    await until('all', async () => (await list(ada, 2)).length === 1)
    const first = (await org.call({ url, user: ada })).json()
    assert.deepEqual([first.items.length, first.amount, first.is_root], [limits.pageSize, limits.pageSize, false])
    assert.deepEqual(
      (await list(ada, 2)).map(({ body }) => body),
      ['Created the organization'],
    )
    assert.equal((await org.call({ url, user: { ...ada, typeId: 1 } })).statusCode, 403)
    assert.equal((await org.call({ url })).statusCode, 401)
    assert.deepEqual(await bodies(await org.found()), ['Created the organization'])
  })
})

test('it is searched by who and what, in both orders', async () => {
  const ada = await org.found()
  await org.outside.send('user.verified', by(ada, 'x', 2), {})
  await org.outside.send(
    'user.renamed',
    { ...by(ada, 'x', 3), actor: { id: 'x', email: 'zoe@example.com' } },
    { name: 'Zoë' },
  )
  await until('all', async () => (await bodies(ada)).length === 3)
  const found = async (query: string, user = ada) =>
    (await org.call({ url: `${url}?${query}`, user })).json().items.map(({ body }: { body: string }) => body)
  assert.deepEqual(await found('search=zoe%40'), ['Changed their name'])
  assert.deepEqual(await found('search=VERIFIED%20email'), ['Verified their email address'])
  assert.deepEqual(await found('search=verified', await org.found()), [])
  assert.deepEqual((await found('sort=oldest'))[0], 'Created the organization')
})

describe('removing an entry', () => {
  const remove = (user: User | null, id: string) => org.call({ method: 'DELETE', url: `${url}/${id}`, user })

  test('is for root users, and leaves a trace', async () => {
    const ada = await org.found()
    const root = { ...ada, isRoot: true }
    const [row] = await list(ada)
    const id = row?.id ?? ''
    assert.equal((await remove(ada, id)).statusCode, 403)
    assert.equal((await remove(null, id)).statusCode, 401)
    assert.equal((await remove(await org.found({ isRoot: true }), id)).statusCode, 404)
    assert.equal((await remove(root, id)).statusCode, 200)
    assert.equal((await remove(root, id)).statusCode, 404)
    assert.deepEqual(await bodies(ada), [`Removed a log entry of ${ada.email}`])
    assert.equal((await org.call({ url, user: root })).json().is_root, true)
  })
})
