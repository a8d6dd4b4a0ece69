import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { until } from '@lectern/testing'
import { makePdf } from '@lectern/testing/documents'
import { buildApp } from '../src/app.ts'
import { aroundIngestion } from './ingestion.ts'

const around = await aroundIngestion()
const { embedder, outside, upload, remove, heard, eventsOf, chunksOf, jobOf, jobs } = around
// One file at a time: when the next one is done, the one before is over.
const app = await buildApp({ ...around.config, INGESTION_FILES_AT_ONCE: 1 })
before(() => app.ready())
around.removeAfter(() => app.close())

const pagesOf = (count: number) =>
  makePdf(Array.from({ length: count }, (_, i) => `Page ${i + 1} speaks of subject number ${i + 1}.`))

test('an uploaded PDF becomes passages with their pages, and says so', async () => {
  const uploaded = await upload(
    'pdf-1',
    'rules.pdf',
    makePdf(['Dogs are welcome in the garden.', 'Cats stay in the house.']),
  )
  const ingested = await heard('document.ingested', 'pdf-1')
  assert.equal(ingested.orgId, 1)
  assert.equal(ingested.cause, uploaded.id)
  const { kbId, pages, chunks: count } = ingested.payload
  assert.deepEqual({ kbId, pages, count }, { kbId: 'kb-1', pages: 2, count: 2 })
  const chunks = await chunksOf('pdf-1')
  assert.deepEqual(
    chunks.map(({ page, fileName, text }) => ({ page, fileName, text })),
    [
      { page: 1, fileName: 'rules.pdf', text: 'Dogs are welcome in the garden.' },
      { page: 2, fileName: 'rules.pdf', text: 'Cats stay in the house.' },
    ],
  )
})

test('its progress is told from the first pages on, and never goes back', async () => {
  await upload('long-1', 'long.pdf', pagesOf(400))
  const first = await heard('document.progress', 'long-1')
  assert.ok(first.payload.pagesDone <= 16 && first.payload.pages === 400, `${first.payload.pagesDone} pages`)
  await heard('document.ingested', 'long-1')
  // Each event may come again, so its first delivery counts.
  const told = [...new Map(eventsOf('long-1').map((event) => [event.id, event])).values()].flatMap(({ payload }) =>
    'pagesDone' in payload ? [payload.pagesDone] : [],
  )
  assert.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  )
})

test('a text without pages tells how many parts it had', async () => {
  await upload('text-1', 'long.txt', 'All that is written here is one sentence. '.repeat(1500))
  const { payload } = await heard('document.ingested', 'text-1')
  const chunks = await chunksOf('text-1')
  assert.equal(payload.chunks, chunks.length)
  assert.equal(payload.pages, (chunks.at(-1)?.pageIndex ?? 0) + 1)
  assert.ok(payload.pages > 3 && chunks.every(({ page }) => page === null))
})

test('the same upload heard twice is read once', async () => {
  const { type, payload, ...event } = await upload('twice-1', 'note.txt', 'One short note about kites.')
  await heard('document.ingested', 'twice-1')
  await outside.send(type, event, { kbId: 'kb-1', name: 'note.txt', blobKey: around.blobKey('twice-1') })
  await upload('after-twice', 'note.txt', 'Another note.')
  await heard('document.ingested', 'after-twice')
  assert.equal(eventsOf('twice-1').filter((each) => each.type === 'document.ingested').length, 1)
  assert.equal((await chunksOf('twice-1')).length, 1)
})

test('a blank file fails with what to do, and the next one goes on', async () => {
  await upload('blank-1', 'blank.txt', ' \n\t ')
  await upload('fine-1', 'fine.txt', 'All is fine here.')
  const { payload } = await heard('document.failed', 'blank-1')
  assert.equal(payload.code, 'empty')
  assert.match(payload.message, /no text/i)
  await heard('document.ingested', 'fine-1')
  assert.deepEqual(await chunksOf('blank-1'), [])
})

test('a deleted document leaves no passage, also when the deletion comes first', async () => {
  await upload('gone-1', 'gone.txt', 'Soon to be gone.')
  await heard('document.ingested', 'gone-1')
  await remove('gone-1')
  await until('its passages to go', async () => (await chunksOf('gone-1')).length === 0)

  await remove('early-1')
  await upload('early-1', 'early.txt', 'Deleted before it was heard of.')
  await upload('later-1', 'later.txt', 'Read after it.')
  await heard('document.ingested', 'later-1')
  assert.deepEqual(await chunksOf('early-1'), [])
})

test('a document deleted while it is read leaves no passage and says no more', async () => {
  await upload('during-1', 'during.pdf', pagesOf(1500))
  await heard('document.progress', 'during-1')
  await remove('during-1')
  await until('the deletion', async () => (await jobOf('during-1'))?.status === 'deleted')
  await upload('next-1', 'next.txt', 'Read after it.')
  await heard('document.ingested', 'next-1')
  assert.deepEqual(await chunksOf('during-1'), [])
  assert.ok(eventsOf('during-1').every(({ type }) => type === 'document.progress'))
})

test('while the embedder is away the job waits, and ends well when it is back', async () => {
  embedder.state.mode = 'fails'
  await upload('wait-1', 'wait.txt', 'Patience is a virtue of readers.')
  await until('a failed try', async () => {
    const job = await jobOf('wait-1')
    return job?.attempts === 1 && job.status === 'waiting'
  })
  embedder.state.mode = 'ok'
  await heard('document.ingested', 'wait-1')
  assert.equal((await chunksOf('wait-1')).length, 1)
})

test('an organization that adds much does not keep another one waiting', async () => {
  embedder.state.mode = 'stalls'
  for (const id of ['many-1', 'many-2', 'many-3']) {
    await upload(id, 'many.txt', `A note of the large one, ${id}.`)
    await until(`the job of ${id}`, () => jobOf(id))
  }
  await around.keep('few-1', 'The only note of the small one.')
  const payload = { kbId: 'kb-2', name: 'few.txt', blobKey: around.blobKey('few-1') }
  await outside.send('document.uploaded', { orgId: 2, aggregateId: 'few-1' }, payload)
  await until('the job of the other', () => jobOf('few-1'))
  embedder.state.mode = 'ok'
  const ends = await Promise.all(['many-1', 'many-2', 'many-3', 'few-1'].map((id) => heard('document.ingested', id)))
  const order = ends.toSorted((a, b) => a.time.getTime() - b.time.getTime()).map(({ aggregateId }) => aggregateId)
  assert.deepEqual(order, ['many-1', 'few-1', 'many-2', 'many-3'])
})

/** A job as another worker left it. */
const left = async (id: string, name: string, content: Uint8Array | string, state: object) => {
  await around.keep(id, content)
  const past = new Date(Date.now() - 60_000)
  const job = { _id: id, orgId: 1, kbId: 'kb-1', name, blobKey: around.blobKey(id), leaseUntil: past, createdAt: past }
  await jobs.model.create({ ...job, status: 'running', leaseBy: 'a dead worker', attempts: 1, ...state })
}

test('a job whose worker died before it kept anything is read from the start', async () => {
  await left('over-1', 'long.pdf', pagesOf(40), { pages: 40 })
  const { payload } = await heard('document.ingested', 'over-1')
  const chunks = await chunksOf('over-1')
  assert.deepEqual([payload.pages, payload.chunks, chunks.length], [40, 40, 40])
  assert.deepEqual(
    chunks.map(({ page }) => page),
    Array.from({ length: 40 }, (_, i) => i + 1),
  )
})

test('a job whose worker died after its last page only says that it is done', async () => {
  await left('over-2', 'note.txt', 'A note.', { pagesDone: 1, chunks: 1, pages: 0 })
  const { payload } = await heard('document.ingested', 'over-2')
  assert.deepEqual([payload.pages, payload.chunks], [1, 1])
})

test('a file that brings down whoever reads it fails after so many tries', async () => {
  await left('deadly-1', 'deadly.pdf', pagesOf(2), { attempts: 8 })
  const { payload } = await heard('document.failed', 'deadly-1')
  assert.equal(payload.code, 'crashed')
  assert.deepEqual(await chunksOf('deadly-1'), [])
})
