import { type Blobs, openBlobs, removeBlobs } from '@lectern/blobs'
import { createEmbedder, type Embedder } from '@lectern/embedding'
import {
  connectMongo,
  createApp,
  createBus,
  createOrganizationRemoval,
  createOutbox,
  type OrganizationRemoval,
  type Outbox,
} from '@lectern/service'
import { webOptions } from '@lectern/web'
import { type ChunkIndex, createChunkIndex } from './chunk-index.ts'
import type { Config } from './config.ts'
import { handles } from './events.ts'
import type { Web } from './fetch-original.ts'
import { forgetPage } from './forget-website.ts'
import type { Workers } from './leased-work.ts'
import { type Crawl, type Crawls, crawlModel } from './models/crawl.ts'
import { type Job, type Jobs, jobModel } from './models/job.ts'
import { type Rebuilds, rebuildModel } from './models/rebuild.ts'
import { type SitePage, type SitePages, sitePageModel } from './models/site-page.ts'
import { startRebuilding } from './rebuild-index.ts'
import { startCrawlWorkers } from './work-crawls.ts'
import { startWorkers } from './work-jobs.ts'

/** All that the service works with. */
export type Context = {
  jobs: Jobs
  outbox: Outbox
  blobs: Blobs
  index: ChunkIndex
  embedder: Embedder
  workers: () => Workers
  crawls: Crawls
  pages: SitePages
  rebuilds: Rebuilds
  crawlOutbox: Outbox
  pageOutbox: Outbox
  crawlWorkers: () => Workers
  removal: OrganizationRemoval
  web: Web
}

const idle: Workers = { wake() {}, close: async () => {} }

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('ingestion', config, {
    mongodb: () => db.readyState === 1 && blobStore.isUp(),
    kafka: () => consuming && bus.isUp(),
    elasticsearch: () => index.isUp(),
  })
  const { log } = app
  const db = await connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_ingestion`, log)
  const blobStore = await openBlobs(config, log)
  const bus = await createBus({ config, service: 'ingestion', log })
  const embedder = overrides.embedder ?? (await createEmbedder(config))
  const index =
    overrides.index ??
    createChunkIndex(config.ELASTICSEARCH_URL, config.NAMESPACE, embedder, config.INGESTION_INDEX_SHARDS)
  const jobs = jobModel(db)
  const outbox = createOutbox<Job>({ service: 'ingestion', model: jobs.model, bus, log })
  const crawls = crawlModel(db)
  const pages = sitePageModel(db)
  let running: Workers | null = null
  let crawling: Workers | null = null
  let rebuilding: Workers | null = null
  const context: Context = {
    jobs,
    outbox,
    blobs: blobStore.blobs,
    index,
    embedder,
    web: webOptions(config),
    workers: () => running ?? idle,
    crawls,
    pages,
    rebuilds: rebuildModel(db),
    crawlOutbox: createOutbox<Crawl>({ service: 'ingestion', model: crawls.model, bus, log }),
    pageOutbox: createOutbox<SitePage>({
      service: 'ingestion',
      model: pages.model,
      bus,
      log,
      sent: (page) => forgetPage(context, page),
    }),
    crawlWorkers: () => crawling ?? idle,
    removal: createOrganizationRemoval({
      db,
      log,
      remove: async (orgId, signal) => {
        await index.deleteOrganization(orgId, signal)
        // Knowledge removes those it knows; a page that was being fetched comes late.
        return removeBlobs(context.blobs, `${orgId}/`, signal)
      },
    }),
    ...overrides,
  }

  // An address stands for one page.
  app.preparation.push(
    () => index.ensure(),
    () => pages.model.init(),
  )
  app.addHook('onReady', async () => {
    rebuilding = await startRebuilding({ ...context, log }, config.INGESTION_LEASE_SECONDS * 1000)
    running = startWorkers({ ...context, log }, config.INGESTION_FILES_AT_ONCE, config.INGESTION_LEASE_SECONDS * 1000)
    crawling = startCrawlWorkers(
      { ...context, log },
      config.INGESTION_SITES_AT_ONCE,
      config.INGESTION_LEASE_SECONDS * 1000,
    )
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    await Promise.all([running?.close(), crawling?.close(), rebuilding?.close()])
    const outboxes = [outbox, context.crawlOutbox, context.pageOutbox]
    await Promise.all([...outboxes.map((each) => each.close()), context.removal.close()])
    await bus.close()
    await Promise.all([db.close(), blobStore.close(), index.close(), embedder.close()])
  })
  return app
}
