import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { KnowledgeBaseFile } from '@lectern/contracts'
import { errors } from '@lectern/contracts'
import { startKnowledge } from './knowledge.ts'

const { call, sendForm, createChat, outside, heard, collection, kept } = await startKnowledge()

const atOnce = 20
let organizations = 100

type Allowed = { chats?: number; filesPerChat?: number; storageBytes?: bigint }
/** An organization whose plan allows this; the rest is no limit here. */
async function organizationWith({ chats = 100, filesPerChat = 100, storageBytes = 1_000_000n }: Allowed) {
  const orgId = ++organizations
  const plan = { name: 'some', chats, filesPerChat, storageBytes }
  await outside.send('plan.changed', { orgId: 0, aggregateId: String(orgId) }, plan)
  const about = { orgId, aggregateId: String(orgId) }
  await outside.send('organization.changed', about, { name: 'Some', planId: orgId, ownerId: 'user-1' })
  await outside.settled('knowledge')
  return { orgId, userId: 'user-1' }
}
type User = Awaited<ReturnType<typeof organizationWith>>

const create = (user: User) => call('POST', '/api/w/knowledge-bases', { body: { name: 'Chat' }, user })
const upload = (user: User, id: string, content = 'A note.') =>
  sendForm(
    '/api/w/knowledge-base-files',
    [
      ['id', id],
      ['file', { name: 'note.txt', content }],
    ],
    user,
  )
const times = <T>(work: (index: number) => Promise<T>) => Promise.all(Array.from({ length: atOnce }, (_, i) => work(i)))
type Answer = Awaited<ReturnType<typeof create>>
/** How many were taken; the rest must have this code, and its sentence. */
const taken = (answers: Answer[], code: 'chat_limit' | 'file_limit' | 'storage_limit') => {
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  for (const answer of refused)
    assert.deepEqual([answer.statusCode, answer.json()], [409, { message: errors[code].message, code }])
  return answers.length - refused.length
}
const filesOf = (orgId: number) => collection('files').countDocuments({ orgId, deletedAt: null })

describe('the limits of a plan', () => {
  test('hold for chats, of twenty that are made at once', async () => {
    const user = await organizationWith({ chats: 7 })
    const answers = await times(() => create(user))
    assert.equal(taken(answers, 'chat_limit'), 7)
    assert.equal(await collection('chats').countDocuments({ orgId: user.orgId }), 7)
    const made = answers.find(({ statusCode }) => statusCode === 200)?.json().knowledge_base
    await call('DELETE', `/api/w/knowledge-bases/${made.id}`, { user })
    assert.equal((await create(user)).statusCode, 200, 'there is room again')
    assert.equal(taken([await create(user)], 'chat_limit'), 0)
  })

  test('hold for the files of each chat, of twenty that are sent at once', async () => {
    const user = await organizationWith({ filesPerChat: 5 })
    const [one, two] = [await createChat('One', user), await createChat('Two', user)]
    const answers = await times((index) => upload(user, index % 2 ? one.id : two.id))
    assert.equal(taken(answers, 'file_limit'), 10)
    for (const { id: chatId } of [one, two]) assert.equal(await collection('files').countDocuments({ chatId }), 5)
    const file = answers.find(({ statusCode }) => statusCode === 200)?.json().file as KnowledgeBaseFile
    await call('DELETE', `/api/w/knowledge-base-files/${file.id}`, { user })
    assert.equal((await upload(user, file.knowledge_base_id)).statusCode, 200)
  })

  test('hold for the bytes of all chats together, of twenty files that are sent at once, and nothing refused stays', async () => {
    const user = await organizationWith({ storageBytes: 1000n })
    const [one, two] = [await createChat('One', user), await createChat('Two', user)]
    const before = await kept()
    const answers = await times((index) => upload(user, index % 2 ? one.id : two.id, 'x'.repeat(150)))
    assert.equal(taken(answers, 'storage_limit'), 6)
    assert.equal(await filesOf(user.orgId), 6)
    assert.deepEqual(await kept(), { ...before, originals: before.originals + 6, pieces: before.pieces + 6 })
    assert.equal((await upload(user, one.id, 'y'.repeat(100))).statusCode, 200, 'to the last byte')
    assert.equal(taken([await upload(user, one.id, 'z')], 'storage_limit'), 0)
  })

  test('hold for pages that turn out to be large: one fails, a newer original is not taken', async () => {
    const user = await organizationWith({ storageBytes: 1000n })
    const { orgId } = user
    const { id: kbId } = await createChat('Pages', user)
    await upload(user, kbId, 'x'.repeat(400))
    const scrape = async () => {
      const body = { id: kbId, scrape_url: 'https://site.example/tea' }
      return (await call('POST', '/api/w/knowledge-base-files', { body, user })).json().file as KnowledgeBaseFile
    }
    const [fits, large] = [await scrape(), await scrape()]
    const fetched = async ({ id }: KnowledgeBaseFile, size: bigint) => {
      const page = { kbId, url: 'https://site.example/tea', name: 'Tea', ext: 'html', mime: 'text/html', size }
      await outside.send('document.fetched', { orgId, aggregateId: id }, page)
      await outside.settled('knowledge')
    }
    const row = async ({ id }: KnowledgeBaseFile) => {
      const { files } = (await call('GET', `/api/w/knowledge-base-files?id=${kbId}`, { user })).json()
      return (files as KnowledgeBaseFile[]).find((file) => file.id === id)
    }
    await fetched(fits, 500n)
    await fetched(large, 101n)
    await heard('document.deleted', large.id)
    // What its reading had to tell already.
    await outside.send('document.ingested', { orgId, aggregateId: large.id }, { kbId, pages: 1, chunks: 1 })
    await fetched(large, 1n)
    const refused = await row(large)
    assert.deepEqual([refused?.status, refused?.error, refused?.size], ['failed', errors.storage_limit.message, 0])
    const taken = await row(fits)
    assert.deepEqual([taken?.status, taken?.size], ['processing', 500])
    assert.equal((await upload(user, kbId, 'x'.repeat(100))).statusCode, 200, 'what was refused takes no room')
  })

  test('do not bind while the plan is not known', async () => {
    const user = { orgId: ++organizations, userId: 'user-1' }
    const { id } = await createChat('Unknown', user)
    assert.equal((await upload(user, id)).statusCode, 200)
    const about = { orgId: user.orgId, aggregateId: String(user.orgId) }
    await outside.send('organization.changed', about, { name: 'Some', planId: 99_999, ownerId: 'user-1' })
    await outside.settled('knowledge')
    assert.equal((await create(user)).statusCode, 200)
  })

  test('are those of the newest plan', async () => {
    const user = await organizationWith({ chats: 1 })
    await create(user)
    assert.equal(taken([await create(user)], 'chat_limit'), 0)
    const larger = { name: 'some', chats: 2, filesPerChat: 1, storageBytes: 1n }
    await outside.send('plan.changed', { orgId: 0, aggregateId: String(user.orgId), version: 2 }, larger)
    await outside.settled('knowledge')
    assert.equal((await create(user)).statusCode, 200)
  })
})
