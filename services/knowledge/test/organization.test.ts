import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { shuffledTwice, until } from '@lectern/testing'
import { startKnowledge } from './knowledge.ts'

const { call, config, createChat, outside, collection, collections, kept, sendForm } = await startKnowledge()

/** All that the service keeps of an organization, by collection. */
async function rowsOf(orgId: number): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {}
  for (const name of await collections()) {
    const rows = await collection(name).find({ orgId }).sort({ _id: 1 }).toArray()
    if (rows.length > 0) found[name] = rows
  }
  return found
}
const deleteOrganization = (orgId: number) =>
  outside.send('organization.deleted', { orgId, aggregateId: String(orgId), version: 9 }, {})
const nothingButItsMark = (orgId: number) =>
  until('nothing but its mark', async () => Object.keys(await rowsOf(orgId)).join() === 'deletedorganizations', 30_000)

const userOf = (orgId: number) => ({ orgId, userId: `user-${orgId}` })
/** A chat with two documents. */
async function filled(orgId: number) {
  const user = userOf(orgId)
  const chat = await createChat('Handbook', user)
  for (const name of ['one.txt', 'two.txt']) {
    const answer = await sendForm(
      '/api/w/knowledge-base-files',
      [
        ['id', chat.id],
        ['file', { name, content: 'Text.' }],
      ],
      user,
    )
    assert.equal(answer.statusCode, 200, answer.body)
  }
  await outside.send('organization.changed', { orgId, aggregateId: String(orgId) }, { name: 'A', planId: 1 })
  return chat
}

describe('a deleted organization', () => {
  test('leaves no chat, file or original, and tells of each chat; nothing of another goes', async () => {
    const [gone, other] = [[await filled(11), await filled(11)], await filled(12)]
    await outside.settled('knowledge')
    const [before, originals] = [await rowsOf(12), (await kept()).originals]
    await deleteOrganization(11)
    await nothingButItsMark(11)
    assert.equal((await kept()).originals, originals - 4)
    for (const { id } of gone)
      await until('kb.deleted', () => outside.received.some((e) => e.type === 'kb.deleted' && e.aggregateId === id))
    assert.deepEqual(Object.keys(await rowsOf(12)), Object.keys(before))
    assert.equal(
      (await call('GET', `/api/w/knowledge-bases/status?id=${other.id}`, { user: userOf(12) })).statusCode,
      200,
    )

    const late = await call('POST', '/api/w/knowledge-bases', { body: { name: 'Late' }, user: userOf(11) })
    assert.deepEqual([late.statusCode, late.json().code], [404, 'organization_not_found'])
    await deleteOrganization(11)
    await outside.send(
      'organization.changed',
      { orgId: 11, aggregateId: '11', version: 5 },
      { name: 'Late', planId: 1 },
    )
    await outside.send('document.ingested', { orgId: 11, aggregateId: 'late' }, { kbId: gone[0]?.id ?? '', pages: 1 })
    await outside.settled('knowledge')
    await nothingButItsMark(11)
  })

  test('goes also where its deletion was cut short', async () => {
    const { id } = await filled(13)
    await collection('chats').updateOne({ _id: id }, { $set: { deletedAt: new Date(), outbox: [] } })
    await collection('files').updateOne({ chatId: id }, { $set: { chatId: 'lost' } })
    const now = new Date()
    await collection('deletedorganizations').insertOne({ _id: '13', orgId: 13, deletedAt: now, nextAt: now })
    // Its chat was hidden before; the sweep of a service that starts goes on with that.
    const { buildApp } = await import('../src/app.ts')
    const another = await buildApp(config)
    await another.ready()
    await nothingButItsMark(13)
    await another.close()
  })
})

type Life = { orgId: number; chatId: string; fileId: string }
/** What others tell of one organization: sends of events, of which each may come late and twice. */
function lifeOf({ orgId, chatId, fileId }: Life): (() => Promise<unknown>)[] {
  const kb = { kbId: chatId }
  const of = (aggregateId: string, version = 1) => ({ orgId, aggregateId, version })
  const answered = (id: string, first: boolean) => () =>
    outside.send('conversation.answered', { ...of(`talk ${id}`), id: `${id}-${orgId}` }, { ...kb, first })
  return [
    ...[1, 2, 3].map(
      (version) => () =>
        outside.send('organization.changed', of(String(orgId), version), { name: `Name ${version}`, planId: version }),
    ),
    ...[1, 2].map(
      (version) => () =>
        outside.send('plan.changed', { ...of(String(orgId), version), orgId: 0 }, { name: 'p', chats: version }),
    ),
    ...[1, 2].map((pagesDone) => () => outside.send('document.progress', of(fileId), { ...kb, pages: 3, pagesDone })),
    () => outside.send('document.ingested', of(fileId), { ...kb, pages: 3, chunks: 5 }),
    answered('first', true),
    answered('second', true),
    answered('more', false),
  ]
}

/** What the service made of them. */
async function outcome({ orgId, chatId, fileId }: Life): Promise<object> {
  const [organization, plan, chat, file] = await Promise.all([
    collection('organizationcopies').findOne({ _id: String(orgId) }, { projection: { _id: 0, orgId: 0 } }),
    collection('plancopies').findOne({ _id: String(orgId) }, { projection: { _id: 0 } }),
    collection('chats').findOne(
      { _id: chatId },
      { projection: { _id: 0, chatCount: 1, isReady: 1, isFailed: 1, fileCount: 1 } },
    ),
    collection('files').findOne(
      { _id: fileId },
      { projection: { _id: 0, status: 1, pages: 1, pagesDone: 1, error: 1 } },
    ),
  ])
  return { organization, plan, chat, file }
}

async function born(orgId: number): Promise<Life> {
  const { id: chatId } = await createChat('Handbook', userOf(orgId))
  const answer = await sendForm(
    '/api/w/knowledge-base-files',
    [
      ['id', chatId],
      ['file', { name: 'a.txt', content: 'Text.' }],
    ],
    userOf(orgId),
  )
  return { orgId, chatId, fileId: answer.json().file.id }
}

describe('what others tell of an organization', () => {
  let expected: object
  before(async () => {
    const life = await born(7000)
    for (const happens of lifeOf(life)) await happens()
    await outside.settled('knowledge')
    expected = await outcome(life)
    const { organization, plan, chat, file } = expected as Record<string, { [field: string]: unknown }>
    assert.deepEqual(
      [
        organization?.name,
        organization?.planId,
        plan?.chats,
        chat?.chatCount,
        chat?.isReady,
        file?.status,
        file?.pagesDone,
      ],
      ['Name 3', 3, 2, 2, true, 'ready', 3],
    )
  })

  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    test(`comes to the same, late and doubled as it may be told (seed ${seed})`, async () => {
      const life = await born(7000 + seed)
      for (const happens of shuffledTwice(lifeOf(life), seed)) await happens()
      await outside.settled('knowledge')
      assert.deepEqual(await outcome(life), expected)
    })

    test(`comes to nothing wherever among it the deletion is told (seed ${seed})`, async () => {
      const life = await born(8000 + seed)
      const all = [...lifeOf(life), () => deleteOrganization(life.orgId)]
      for (const happens of shuffledTwice(all, seed)) await happens()
      await outside.settled('knowledge')
      await nothingButItsMark(life.orgId)
    })
  }
})
