import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EventInit } from '@lectern/contracts/events'
import { until } from '@lectern/testing'
import { startKnowledge } from './knowledge.ts'

const { app, outside, call, createChat, status, listFiles, uploaded } = await startKnowledge()

const readinessOf = async (id: string) => {
  const { is_ready, is_failed, file_count } = await status(id)
  return `${file_count} ${is_ready ? 'ready' : is_failed ? 'failed' : 'processing'}`
}
const becomes = (id: string, wanted: string) =>
  until(`chat ${id} to be ${wanted}`, async () => (await readinessOf(id)) === wanted)

type Told = { id: string; knowledge_base_id: string }
let sent = 0
const sender =
  <T extends 'document.progress' | 'document.ingested' | 'document.failed'>(type: T) =>
  ({ id, knowledge_base_id: kbId }: Told, payload: EventInit<T>, orgId = 1) => {
    sent += 1
    return outside.send(type, { orgId, aggregateId: id }, { kbId, ...payload } as EventInit<T>)
  }
const progress = sender('document.progress')
const ingested = sender('document.ingested')
const failed = sender('document.failed')
const broken = { code: 'broken', message: 'This file is damaged.' }

/** Until all events of documents that were sent so far have been handled. */
const settle = () =>
  until('all events to be handled', async () => {
    const { body } = await app.inject('/metrics')
    const counts = [...body.matchAll(/^events_handled_total\{.*type="document\..*outcome="done".*\} (\d+)$/gm)]
    return counts.reduce((sum, [, count]) => sum + Number(count), 0) >= sent
  })

describe('a chat', () => {
  test('without files is ready', async () => {
    const { id } = await createChat()
    assert.equal(await readinessOf(id), '0 ready')
  })

  test('is processing until its file is read, then ready, and tells each change', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    assert.equal(await readinessOf(id), '1 processing')
    await ingested(file, { pages: 3, chunks: 9 })
    await becomes(id, '1 ready')
    const told = await until('the third event', () => {
      const of = outside.received.filter(({ type, aggregateId }) => type === 'kb.changed' && aggregateId === id)
      return of.some(({ version }) => version === 3) && of
    })
    assert.deepEqual(
      told.map(({ version, payload }) => [version, (payload as { isReady?: boolean }).isReady]),
      [
        [1, true],
        [2, false],
        [3, true],
      ],
    )
  })

  test('is failed when none of its files could be read, and ready when one could', async () => {
    const { id } = await createChat()
    const [first, second] = [await uploaded(id), await uploaded(id)]
    await failed(first, broken)
    await until('the first to fail', async () => (await listFiles(id)).some((file) => file.status === 'failed'))
    assert.equal(await readinessOf(id), '2 processing')
    await failed(second, broken)
    await becomes(id, '2 failed')
    const third = await uploaded(id)
    assert.equal(await readinessOf(id), '3 processing')
    await ingested(third, { pages: 1, chunks: 1 })
    await becomes(id, '3 ready')
  })

  test('forgets a file that is deleted: the last failed one leaves it ready', async () => {
    const { id } = await createChat()
    const [bad, good] = [await uploaded(id), await uploaded(id)]
    await failed(bad, broken)
    await ingested(good, { pages: 1, chunks: 1 })
    await becomes(id, '2 ready')
    await call('DELETE', `/api/w/knowledge-base-files/${good.id}`)
    assert.equal(await readinessOf(id), '1 failed')
    await call('DELETE', `/api/w/knowledge-base-files/${bad.id}`)
    assert.equal(await readinessOf(id), '0 ready')
  })

  test('counts each file once, however many end at the same time', async () => {
    const { id } = await createChat()
    const files = await Promise.all(Array.from({ length: 12 }, () => uploaded(id)))
    assert.equal(await readinessOf(id), '12 processing')
    await Promise.all(
      files.map((file, index) => (index % 3 ? ingested(file, { pages: 1, chunks: 1 }) : failed(file, broken))),
    )
    await becomes(id, '12 ready')
    const ended = (await listFiles(id)).map((file) => file.status).sort()
    assert.deepEqual(ended, [...Array(4).fill('failed'), ...Array(8).fill('ready')])
  })
})

describe('a file', () => {
  const rowOf = async ({ id, knowledge_base_id }: Told) =>
    (await listFiles(knowledge_base_id)).find((file) => file.id === id) ?? assert.fail('the file is not listed')

  test('shows how far its reading is, never backwards', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    await progress(file, { pages: 0, pagesDone: 2 })
    await until('two pages', async () => (await rowOf(file)).pages_done === 2)
    assert.equal((await rowOf(file)).pages, null, 'the total is not known yet')
    await progress(file, { pages: 9, pagesDone: 6 })
    await progress(file, { pages: 9, pagesDone: 4 })
    await progress(file, { pages: 9, pagesDone: 7 })
    await until('seven pages', async () => (await rowOf(file)).pages_done === 7)
    assert.deepEqual([(await rowOf(file)).pages, (await rowOf(file)).status], [9, 'processing'])
    await ingested(file, { pages: 9, chunks: 20 })
    await progress(file, { pages: 9, pagesDone: 8 })
    await becomes(id, '1 ready')
    await settle()
    const { pages, pages_done, status: state, error } = await rowOf(file)
    assert.deepEqual([pages, pages_done, state, error], [9, 9, 'ready', null])
  })

  test('that failed shows what a person can do', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    await failed(file, broken)
    await becomes(id, '1 failed')
    assert.deepEqual([(await rowOf(file)).status, (await rowOf(file)).error], ['failed', broken.message])
  })

  test('that was read is not failed by a late event; one that failed may still be read', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    await failed(file, broken)
    await ingested(file, { pages: 1, chunks: 1 })
    await failed(file, broken)
    await becomes(id, '1 ready')
    await settle()
    assert.deepEqual([(await rowOf(file)).status, (await rowOf(file)).error], ['ready', null])
    assert.equal(await readinessOf(id), '1 ready')
  })

  test('hears the same event twice as once', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    const event = await ingested(file, { pages: 2, chunks: 2 })
    sent += 1
    await outside.send(
      'document.ingested',
      { orgId: 1, aggregateId: file.id, id: event.id },
      { kbId: id, pages: 2, chunks: 2 },
    )
    await becomes(id, '1 ready')
    await settle()
    assert.equal(await readinessOf(id), '1 ready')
    const told = outside.received.filter(({ type, aggregateId }) => type === 'kb.changed' && aggregateId === id)
    assert.ok(told.length <= 3)
  })

  test('is not touched by events of another organization, nor of files that are not there', async () => {
    const { id } = await createChat()
    const file = await uploaded(id)
    await failed(file, broken, 2)
    await ingested({ id: 'unknown', knowledge_base_id: id }, { pages: 1, chunks: 1 })
    await ingested({ id: 'unknown', knowledge_base_id: 'unknown' }, { pages: 1, chunks: 1 })
    await ingested(file, { pages: 1, chunks: 1 })
    await becomes(id, '1 ready')
    await settle()
    assert.equal(await readinessOf(id), '1 ready')
  })
})

describe('the count of conversations', () => {
  const answered = (kbId: string, first: boolean, id: string = crypto.randomUUID()) =>
    outside.send(
      'conversation.answered',
      { orgId: 1, aggregateId: `c-${kbId}`, id },
      { kbId, userMessageId: 'u', assistantMessageId: 'a', type: 'answer', first },
    )

  test('goes up with the first answer of each, once for each event', async () => {
    const { id } = await createChat()
    const event = await answered(id, true)
    await answered(id, true, event.id)
    await answered(id, false)
    await answered(id, true)
    await until('two conversations', async () => (await status(id)).chat_count === 2)
    await answered(id, true)
    await until('three conversations', async () => (await status(id)).chat_count >= 3)
    assert.equal((await status(id)).chat_count, 3)
  })
})
