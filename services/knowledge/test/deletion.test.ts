import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { until } from '@lectern/testing'
import { fileModel } from '../src/models/file.ts'
import { uploadModel } from '../src/models/upload.ts'
import { removeOrphans } from '../src/remove-orphans.ts'
import { startKnowledge } from './knowledge.ts'

const knowledge = await startKnowledge()
const {
  app,
  outside,
  config,
  call,
  createChat,
  status,
  listFiles,
  upload,
  uploaded,
  heard,
  kept,
  collection,
  blobs,
  db,
} = knowledge
const files = '/api/w/knowledge-base-files'
const code = (answer: { statusCode: number; json: () => { code?: string } }) => [answer.statusCode, answer.json().code]
const nothingLeft = (chatId: string) =>
  until('records and originals to go', async () => {
    const left = await collection('files').countDocuments({ chatId })
    return left === 0 && (await kept()).originals === 0 && (await kept()).pieces === 0
  })

describe('deleting a file', () => {
  test('removes its row at once and its original once that is told', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    const answer = await call('DELETE', `${files}/${file.id}?kb_id=${id}`)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().message, 'Deleted.')
    assert.deepEqual(await listFiles(id), [])
    assert.equal((await status(id)).file_count, 0)
    const event = await heard('document.deleted', file.id)
    assert.deepEqual([event.orgId, event.version, (event.payload as { kbId?: string }).kbId], [1, 2, id])
    await nothingLeft(id)
    assert.deepEqual(code(await call('DELETE', `${files}/${file.id}`)), [404, 'file_not_found'])
  })

  test('asks for the chat it belongs to, where one is named', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    const url = `${files}/${file.id}`
    for (const wrong of ['unknown', (await createChat()).id]) {
      assert.deepEqual(code(await call('DELETE', `${url}?kb_id=${wrong}`)), [404, 'file_not_found'])
      assert.deepEqual(code(await call('DELETE', url, { body: { kb_id: wrong } })), [404, 'file_not_found'])
    }
    assert.deepEqual(code(await call('DELETE', url, { body: { kb_id: 7 } })), [422, 'invalid'])
    assert.equal((await listFiles(id)).length, 1)
    assert.equal((await call('DELETE', url, { body: { kb_id: id } })).statusCode, 200)
    await nothingLeft(id)
  })

  test('of another organization, or an unknown one, finds none', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    const user = { orgId: 2, userId: 'user-2' }
    assert.deepEqual(code(await call('DELETE', `${files}/${file.id}`, { user })), [404, 'file_not_found'])
    assert.deepEqual(code(await call('DELETE', `${files}/unknown`)), [404, 'file_not_found'])
    assert.equal((await app.inject({ method: 'DELETE', url: `${files}/${file.id}` })).statusCode, 401)
    assert.deepEqual(await listFiles(id), [file])
    await call('DELETE', `${files}/${file.id}`)
    await nothingLeft(id)
  })

  test('an event of its reading that comes later does not bring it back', async () => {
    const { id } = await createChat()
    const [file, other] = [await uploaded(id), await uploaded(id)]
    await call('DELETE', `${files}/${file.id}`)
    for (const each of [file, other])
      await outside.send('document.ingested', { orgId: 1, aggregateId: each.id }, { kbId: id, pages: 1, chunks: 1 })
    await until('the other to be ready', async () => (await status(id)).is_ready)
    assert.deepEqual(
      (await listFiles(id)).map((each) => each.id),
      [other.id],
    )
    await call('DELETE', `${files}/${other.id}`)
    await nothingLeft(id)
  })
})

describe('deleting a chat', () => {
  test('removes all its files and tells of each', async () => {
    const { id } = await createChat()
    const gone = await Promise.all(Array.from({ length: 5 }, () => uploaded(id)))
    await call('DELETE', `/api/w/knowledge-bases/${id}`)
    assert.deepEqual(code(await call('GET', `${files}?id=${id}`)), [404, 'chat_not_found'])
    await heard('kb.deleted', id)
    for (const file of gone) {
      await heard('document.deleted', file.id)
      assert.deepEqual(code(await call('DELETE', `${files}/${file.id}`)), [404, 'file_not_found'])
    }
    await nothingLeft(id)
    await until('the chat to go', async () => (await collection('chats').countDocuments({ _id: id })) === 0)
  })

  test('while files are being uploaded leaves none of them, whichever is first', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createChat()
      const uploads = Array.from({ length: 6 }, (_, index) => upload(id, { name: `${index}.txt`, content: 'Text.' }))
      await new Promise((resolve) => setTimeout(resolve, round * 4))
      await call('DELETE', `/api/w/knowledge-bases/${id}`)
      for (const answer of await Promise.all(uploads))
        if (answer.statusCode === 200) await heard('document.deleted', answer.json().file.id)
        else assert.deepEqual(code(answer), [404, 'chat_not_found'])
      await nothingLeft(id)
    }
  })
})

describe('the sweep of a service that starts', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000)
  const startAnother = async () => {
    const { buildApp } = await import('../src/app.ts')
    const another = await buildApp(config)
    await another.ready()
    return another
  }
  const keep = (key: string) => blobs.put(key, Readable.from([Buffer.from('Text.')]))

  test('removes what an upload left that never ended, and nothing else', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    const { blobKey } = (await heard('document.uploaded', file.id)).payload as { blobKey: string }
    await keep('1/left')
    await keep('1/under-way')
    await collection('uploads').insertMany([
      { _id: 'left', orgId: 1, blobKey: '1/left', startedAt: hoursAgo(2) },
      { _id: 'under-way', orgId: 1, blobKey: '1/under-way', startedAt: hoursAgo(0.2) },
      // Its process was killed after the record was written.
      { _id: file.id, orgId: 1, blobKey, startedAt: hoursAgo(2) },
    ])
    const another = await startAnother()
    await until('two uploads to be ended', async () => (await kept()).uploads === 1)
    await another.close()
    assert.equal((await kept()).originals, 2)
    assert.equal(await collection('uploads').countDocuments({ _id: 'under-way' }), 1)
    assert.equal((await listFiles(id)).length, 1)

    await collection('uploads').deleteMany({})
    await blobs.delete('1/under-way')
    await call('DELETE', `${files}/${file.id}`)
    await nothingLeft(id)
  })

  test('goes on with deletions that were cut short', async () => {
    const { id } = await createChat()
    const [file, second] = [await uploaded(id), await uploaded(id)]
    await heard('document.uploaded', file.id)
    await heard('document.uploaded', second.id)
    const sent = { outbox: { $size: 0 } }
    await until('all to be told', async () => (await collection('files').countDocuments(sent)) === 2)
    await until(
      'the chat to be told',
      async () => (await collection('chats').countDocuments({ _id: id, ...sent })) === 1,
    )
    // Killed after the chat and one of its files were hidden and that was told.
    await collection('chats').updateOne({ _id: id }, { $set: { deletedAt: hoursAgo(1) } })
    await collection('files').updateOne({ _id: file.id }, { $set: { deletedAt: hoursAgo(1) } })
    const another = await startAnother()
    await heard('document.deleted', second.id)
    await nothingLeft(id)
    await another.close()
  })
})

test('originals that no file has go after some days, and nothing else', async () => {
  const { id } = await createChat()
  const file = await uploaded(id)
  await blobs.put('1/orphan', Readable.from([Buffer.from('Text.')]))
  await blobs.put('1/under-way', Readable.from([Buffer.from('Text.')]))
  await blobs.put('image-1.webp', Readable.from([Buffer.from('Picture.')]))
  const stores = { blobs, files: fileModel(db), uploads: uploadModel(db) }
  await stores.uploads.begin(1, 'under-way', '1/under-way')
  const keys = await blobs.list('')
  const { signal } = new AbortController()
  await removeOrphans(stores, new Date(Date.now() + 2 * 24 * 3600_000), signal)
  assert.deepEqual(await blobs.list(''), keys)
  await removeOrphans(stores, new Date(Date.now() + 4 * 24 * 3600_000), signal)
  assert.deepEqual(
    await blobs.list(''),
    keys.filter((key) => key !== '1/orphan'),
  )
  assert.ok(keys.some((key) => key.includes(file.id)))
})
