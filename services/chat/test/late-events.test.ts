import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { shuffledTwice, testUser, until } from '@lectern/testing'
import type { Connection } from 'mongoose'
import { startChatSpace, visitorOf } from './chat-space.ts'

const space = await startChatSpace()
let db: Connection
before(async () => {
  db = await space.database('chat').asPromise()
})
after(async () => {
  await db.close()
  await space.close()
})

const { outside } = space

/** All that the service keeps of an organization, by collection. */
async function kept(orgId: number): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {}
  for (const { name } of await db.listCollections()) {
    const rows = await db.collection(name).find({ orgId }).sort({ _id: 1 }).toArray()
    if (rows.length > 0) found[name] = rows
  }
  return found
}

const deleteOrganization = (orgId: number) =>
  outside.send('organization.deleted', { orgId, aggregateId: String(orgId), version: 9 }, {})
const nothingButItsMark = (orgId: number) =>
  until('nothing but its mark', async () => Object.keys(await kept(orgId)).join() === 'deletedorganizations')

describe('a deleted organization', () => {
  test('leaves nothing, its public chats are gone, and another’s are not', async () => {
    const [gone, other] = [await space.addChat({ orgId: 901 }), await space.addChat({ orgId: 902 })]
    for (const chat of [gone, other]) {
      await outside.send('organization.changed', { orgId: chat.orgId, aggregateId: String(chat.orgId) }, { name: 'A' })
      const asked = { prompt: 'When do you open?', kb_id: chat.unqid }
      assert.equal((await space.ask(asked, visitorOf(chat))).status, 200)
    }
    await outside.settled('chat')
    const before = await kept(other.orgId)
    assert.deepEqual(Object.keys(before).sort(), ['allowances', 'chatcopies', 'conversations', 'organizationcopies'])

    await deleteOrganization(gone.orgId)
    await nothingButItsMark(gone.orgId)
    assert.equal((await space.call('GET', `/api/w/public-chats/${gone.orgId}/${gone.unqid}`, null)).status, 404)
    const asked = await space.ask({ prompt: 'Still there?', kb_id: gone.unqid }, visitorOf(gone))
    assert.deepEqual([asked.status, asked.body.code], [404, 'chat_not_found'])
    const user = testUser({ orgId: gone.orgId })
    assert.deepEqual((await space.call('GET', '/api/w/transcripts', user)).body.transcripts, [])
    assert.deepEqual(await kept(other.orgId), before)

    // Again, and late.
    await deleteOrganization(gone.orgId)
    await outside.send('kb.changed', { orgId: gone.orgId, aggregateId: gone.id, version: 5 }, { unqid: gone.unqid })
    await outside.settled('chat')
    await nothingButItsMark(gone.orgId)
  })
})

/** What happens to one organization: sends of events, of which each may come late and twice. */
function lifeOf(orgId: number): (() => Promise<unknown>)[] {
  const organization = (version: number) =>
    outside.send('organization.changed', { orgId, aggregateId: String(orgId), version }, { name: `Name ${version}` })
  const chat = (id: string, version: number) =>
    outside.send(
      'kb.changed',
      { orgId, aggregateId: `${id}-${orgId}`, version },
      { unqid: `${id}${orgId}`, name: `${id} ${version}`, fileCount: version, isReady: version > 1 },
    )
  const chatDeleted = (id: string, version: number) =>
    outside.send('kb.deleted', { orgId, aggregateId: `${id}-${orgId}`, version }, {})
  const plan = (version: number) =>
    outside.send(
      'plan.changed',
      { orgId: 0, aggregateId: String(orgId), version },
      { name: 'p', chatsPerMonth: version * 10 },
    )
  return [
    ...[1, 2, 3].map((version) => () => organization(version)),
    ...[1, 2, 3].map((version) => () => chat('kept', version)),
    ...[1, 2].map((version) => () => chat('deleted', version)),
    () => chatDeleted('deleted', 3),
    ...[1, 2].map((version) => () => plan(version)),
  ]
}

/** The copies of an organization, its number and the time of handling apart. */
async function copies(orgId: number): Promise<unknown> {
  const plan = await db.collection('plancopies').findOne({ _id: String(orgId) as never })
  const all = JSON.stringify({ ...(await kept(orgId)), plan }).replaceAll(String(orgId), '0')
  return JSON.parse(all, (key, value) => (key === 'deletedAt' ? 'then' : value))
}

describe('the copies of an organization, its chats and its plan', () => {
  let expected: unknown
  before(async () => {
    for (const happens of lifeOf(7000)) await happens()
    await outside.settled('chat')
    expected = await copies(7000)
    const { chatcopies, organizationcopies } = expected as Record<string, object[]>
    assert.deepEqual([chatcopies?.length, organizationcopies?.length], [2, 1])
    assert.deepEqual(Object.keys(chatcopies?.[0] ?? {}).sort(), ['_id', 'deleted', 'deletedAt', 'orgId', 'version'])
  })

  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    test(`are the same in the end, late and doubled as its events may come (seed ${seed})`, async () => {
      const orgId = 7000 + seed
      for (const happens of shuffledTwice(lifeOf(orgId), seed)) await happens()
      await outside.settled('chat')
      assert.deepEqual(await copies(orgId), expected)
    })

    test(`are gone in the end wherever among them the deletion comes (seed ${seed})`, async () => {
      const orgId = 8000 + seed
      for (const happens of shuffledTwice([...lifeOf(orgId), () => deleteOrganization(orgId)], seed)) await happens()
      await outside.settled('chat')
      await nothingButItsMark(orgId)
    })
  }
})
