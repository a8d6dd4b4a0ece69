import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { Client } from '@elastic/elasticsearch'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import type { EventPayload, EventType } from '@lectern/contracts/events'
import { gridFsBlobs, type IncomingEvent, readConfig } from '@lectern/service'
import { startEmbedder, testBus, testSpace, until } from '@lectern/testing'
import { makePdf } from '@lectern/testing/documents'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'
import { Config } from '../src/config.ts'
import { jobModel } from '../src/models/job.ts'

const space = testSpace()
const embedder = await startEmbedder()
const config = readConfig(Config, {
  ...strings(space.config),
  ...strings(embedder.settings),
  INGESTION_LEASE_SECONDS: '2',
})
const outside = await testBus(config, ['document.progress', 'document.ingested', 'document.failed'])
const originals = await mongoose
  .createConnection(config.MONGODB_URL, { dbName: `${config.NAMESPACE.replaceAll('-', '_')}_blobs` })
  .asPromise()
const blobs = gridFsBlobs(originals)
const elasticsearch = new Client({ node: config.ELASTICSEARCH_URL })
let app: Awaited<ReturnType<typeof buildApp>>

before(async () => {
  app = await buildApp(config)
  await app.ready()
})

after(async () => {
  await app.close()
  await Promise.all([outside.close(), originals.close(), elasticsearch.close(), embedder.close()])
  await space.remove()
})

function strings(settings: object): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
}

async function upload(fileId: string, name: string, content: Uint8Array | string, kbId = 'kb-1') {
  const blobKey = `1/${kbId}/${fileId}`
  await blobs.put(blobKey, Readable.from([Buffer.from(content)]))
  return outside.send('document.uploaded', { orgId: 1, aggregateId: fileId }, { kbId, name, blobKey })
}

const heard = <T extends EventType>(type: T, fileId: string) =>
  until(`${type} of ${fileId}`, () =>
    outside.received.find(
      (event): event is IncomingEvent<T> & { payload: EventPayload<T> } =>
        event.type === type && event.aggregateId === fileId,
    ),
  )

async function chunksOf(fileId: string): Promise<ChunkDocument[]> {
  const index = chunkIndex(config.NAMESPACE)
  await elasticsearch.indices.refresh({ index })
  const found = await elasticsearch.search<ChunkDocument>({
    index,
    size: 1000,
    query: { term: { fileId } },
    sort: ['pageIndex'],
  })
  return found.hits.hits.flatMap(({ _source }) => _source ?? [])
}

test('an uploaded PDF becomes passages with their pages, and says so', async () => {
  await upload('pdf-1', 'rules.pdf', makePdf(['Dogs are welcome in the garden.', 'Cats stay in the house.']))
  const { payload, orgId } = await heard('document.ingested', 'pdf-1')
  assert.equal(orgId, 1)
  assert.equal(payload.kbId, 'kb-1')
  assert.equal(payload.pages, 2)
  const chunks = await chunksOf('pdf-1')
  assert.deepEqual(
    chunks.map(({ page, fileName }) => ({ page, fileName })),
    [
      { page: 1, fileName: 'rules.pdf' },
      { page: 2, fileName: 'rules.pdf' },
    ],
  )
  assert.match(chunks[0]?.text ?? '', /Dogs are welcome in the garden\./)
})

test('the same upload heard twice is read once', async () => {
  const event = await upload('twice-1', 'note.txt', 'One short note about kites.')
  await heard('document.ingested', 'twice-1')
  await outside.send(
    'document.uploaded',
    { ...event, id: event.id },
    { kbId: 'kb-1', name: 'note.txt', blobKey: '1/kb-1/twice-1' },
  )
  await upload('after-twice', 'note.txt', 'Another note.')
  await heard('document.ingested', 'after-twice')
  assert.equal(
    outside.received.filter(({ aggregateId, type }) => aggregateId === 'twice-1' && type === 'document.ingested')
      .length,
    1,
  )
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
  await outside.send('document.deleted', { orgId: 1, aggregateId: 'gone-1', version: 2 }, { kbId: 'kb-1' })
  await until('its passages to go', async () => (await chunksOf('gone-1')).length === 0)

  await outside.send('document.deleted', { orgId: 1, aggregateId: 'early-1', version: 2 }, { kbId: 'kb-1' })
  await upload('early-1', 'early.txt', 'Deleted before it was heard of.')
  await upload('later-1', 'later.txt', 'Read after it.')
  await heard('document.ingested', 'later-1')
  assert.deepEqual(await chunksOf('early-1'), [])
})

test('while the embedder is away the job waits, and ends well when it is back', async () => {
  embedder.state.mode = 'fails'
  await upload('wait-1', 'wait.txt', 'Patience is a virtue of readers.')
  const jobs = jobModel(
    mongoose.createConnection(config.MONGODB_URL, { dbName: `${config.NAMESPACE.replaceAll('-', '_')}_ingestion` }),
  )
  await until(
    'a failed try',
    async () =>
      (await jobs.model.findById('wait-1').lean())?.attempts === 1 &&
      (await jobs.model.findById('wait-1').lean())?.status === 'waiting',
    60_000,
  )
  embedder.state.mode = 'ok'
  await heard('document.ingested', 'wait-1')
  assert.equal((await chunksOf('wait-1')).length, 1)
  await jobs.model.db.close()
})

test('a job whose worker died is taken over where it stopped, with no passage missing or doubled', async () => {
  const pages = Array.from({ length: 40 }, (_, i) => `Page ${i + 1} speaks of subject number ${i + 1}.`)
  const db = mongoose.createConnection(config.MONGODB_URL, {
    dbName: `${config.NAMESPACE.replaceAll('-', '_')}_ingestion`,
  })
  const jobs = jobModel(db)
  await blobs.put('1/kb-1/over-1', Readable.from([Buffer.from(makePdf(pages))]))
  const past = new Date(Date.now() - 60_000)
  // A worker took the job and died before it kept anything.
  await jobs.model.create({
    _id: 'over-1',
    orgId: 1,
    kbId: 'kb-1',
    name: 'long.pdf',
    blobKey: '1/kb-1/over-1',
    status: 'running',
    attempts: 1,
    pagesDone: 0,
    chunks: 0,
    pages: 40,
    leaseBy: 'a dead worker',
    leaseUntil: past,
    createdAt: past,
  })
  const { payload } = await heard('document.ingested', 'over-1')
  const chunks = await chunksOf('over-1')
  assert.equal(chunks.length, 40)
  assert.equal(payload.chunks, 40)
  assert.deepEqual(
    chunks.map(({ page }) => page),
    pages.map((_, i) => i + 1),
  )
  await db.close()
})
