import { Readable } from 'node:stream'
import { after } from 'node:test'
import { Client } from '@elastic/elasticsearch'
import { gridFsBlobs } from '@lectern/blobs'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import type { EventPayload, EventType } from '@lectern/contracts/events'
import { type IncomingEvent, readConfig } from '@lectern/service'
import { startEmbedder, testBus, testSpace, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { Config } from '../src/config.ts'
import { jobModel } from '../src/models/job.ts'

export type Found = ChunkDocument & { id: string }

/** The world around the service, in its own corner of the engines, for one test file: events and originals in, events, passages and jobs out. */
export async function aroundIngestion(msPerText = 0) {
  const space = testSpace()
  const embedder = await startEmbedder(msPerText)
  /** The environment of the service, also as a process of its own. */
  const env = Object.fromEntries(
    Object.entries({ ...space.config, ...embedder.settings, INGESTION_LEASE_SECONDS: 2 }).map(([name, value]) => [
      name,
      String(value),
    ]),
  )
  const config = readConfig(Config, env)
  const outside = await testBus(config, [
    'document.fetched',
    'document.crawled',
    'document.vanished',
    'crawl.finished',
    'document.progress',
    'document.ingested',
    'document.failed',
  ])
  const connection = await mongoose.createConnection(config.MONGODB_URL).asPromise()
  const prefix = config.NAMESPACE.replaceAll('-', '_')
  const blobs = gridFsBlobs(connection.useDb(`${prefix}_blobs`))
  const jobs = jobModel(connection.useDb(`${prefix}_ingestion`))
  const elasticsearch = new Client({ node: config.ELASTICSEARCH_URL })
  const index = chunkIndex(config.NAMESPACE)

  const blobKey = (fileId: string) => `1/kb-1/${fileId}`
  const keep = (fileId: string, content: Uint8Array | string) =>
    blobs.put(blobKey(fileId), Readable.from([Buffer.from(content)]))

  const eventsOf = (fileId: string) => outside.received.filter(({ aggregateId }) => aggregateId === fileId)

  return {
    config,
    env,
    embedder,
    outside,
    blobs,
    jobs,
    blobKey,
    keep,
    eventsOf,

    async upload(fileId: string, name: string, content: Uint8Array | string) {
      await keep(fileId, content)
      const payload = { kbId: 'kb-1', name, blobKey: blobKey(fileId) }
      return outside.send('document.uploaded', { orgId: 1, aggregateId: fileId }, payload)
    },

    remove: (fileId: string) =>
      outside.send('document.deleted', { orgId: 1, aggregateId: fileId, version: 2 }, { kbId: 'kb-1' }),

    heard: <T extends EventType>(type: T, fileId: string, withinMs?: number) =>
      until(
        `${type} of ${fileId}`,
        () =>
          eventsOf(fileId).find(
            (event): event is IncomingEvent<T> & { payload: EventPayload<T> } => event.type === type,
          ),
        withinMs,
      ),

    /** How a file ends: ingested or failed. */
    ended: (fileId: string, withinMs?: number) =>
      until(
        `the end of ${fileId}`,
        () =>
          eventsOf(fileId).find(
            (event): event is IncomingEvent<'document.ingested' | 'document.failed'> =>
              event.type === 'document.ingested' || event.type === 'document.failed',
          ),
        withinMs,
      ),

    jobOf: (fileId: string) => jobs.model.findById(fileId).lean(),

    /** What can be searched of a file, in its order. Only those that have a vector. */
    async chunksOf(fileId: string): Promise<Found[]> {
      await elasticsearch.indices.refresh({ index })
      const filter = [{ term: { fileId } }, { exists: { field: 'vector' } }]
      const found = await elasticsearch.search<ChunkDocument>({ index, size: 10_000, query: { bool: { filter } } })
      return found.hits.hits
        .flatMap(({ _id = '', _source }) => (_source ? [{ id: _id, ..._source }] : []))
        .sort((a, b) => a.pageIndex - b.pageIndex || a.ordinal - b.ordinal)
    },

    /** Takes everything away after the tests; what uses it goes first. */
    removeAfter(stop: () => Promise<unknown>) {
      after(async () => {
        await stop()
        await Promise.all([outside.close(), connection.close(), elasticsearch.close(), embedder.close()])
        await space.remove()
      })
    },
  }
}
