import { createEmbedder, type Embedder } from '@lectern/embedding'
import {
  type Blobs,
  connectMongo,
  createApp,
  createBus,
  createOrganizationRemoval,
  createOutbox,
  gridFsBlobs,
  type OrganizationRemoval,
  type Outbox,
} from '@lectern/service'
import { webOptions } from '@lectern/web'
import { type ChunkIndex, createChunkIndex } from './chunk-index.ts'
import type { Config } from './config.ts'
import { handles } from './events.ts'
import type { Web } from './fetch-original.ts'
import { type Job, type Jobs, jobModel } from './models/job.ts'
import { startWorkers, type Workers } from './work-jobs.ts'

/** All that the service works with. */
export type Context = {
  jobs: Jobs
  outbox: Outbox
  blobs: Blobs
  index: ChunkIndex
  embedder: Embedder
  workers: () => Workers
  removal: OrganizationRemoval
  web: Web
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('ingestion', config, {
    mongodb: () => db.readyState === 1,
    kafka: () => consuming && bus.isUp(),
    elasticsearch: () => index.isUp(),
  })
  const { log } = app
  const db = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_ingestion`, log)
  const originals = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_blobs`, log)
  const bus = await createBus({ brokers: config.KAFKA_BROKERS, namespace: config.NAMESPACE, service: 'ingestion', log })
  const embedder = overrides.embedder ?? (await createEmbedder(config))
  const index = overrides.index ?? createChunkIndex(config.ELASTICSEARCH_URL, config.NAMESPACE, embedder)
  const jobs = jobModel(db)
  const outbox = createOutbox<Job>({ service: 'ingestion', model: jobs.model, bus, log })
  let running: Workers | null = null
  const context: Context = {
    jobs,
    outbox,
    blobs: gridFsBlobs(originals),
    index,
    embedder,
    web: webOptions(config),
    workers: () => running ?? { wake() {}, close: async () => {} },
    removal: createOrganizationRemoval({
      db,
      log,
      remove: async (orgId, signal) => {
        await index.deleteOrganization(orgId, signal)
        return !signal.aborted
      },
    }),
    ...overrides,
  }

  app.addHook('onReady', async () => {
    await index.ensure()
    running = startWorkers({ ...context, log }, config.INGESTION_FILES_AT_ONCE, config.INGESTION_LEASE_SECONDS * 1000)
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    await running?.close()
    await Promise.all([outbox.close(), context.removal.close()])
    await bus.close()
    await Promise.all([db.close(), originals.close(), index.close(), embedder.close()])
  })
  return app
}
