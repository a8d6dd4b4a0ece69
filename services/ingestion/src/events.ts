import type { EventType } from '@lectern/contracts/events'
import { type Handlers, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { forgetWebsite } from './forget-website.ts'

export const emits = [
  'document.fetched',
  'document.crawled',
  'document.vanished',
  'document.progress',
  'document.ingested',
  'document.failed',
  'crawl.finished',
] as const satisfies EventType[]

export function handles(context: Context): Handlers {
  const { jobs, outbox, index, workers, crawls, crawlWorkers, removal } = context
  return {
    'document.uploaded': async ({ id, traceparent, orgId, aggregateId, version, payload }) => {
      const { kbId, name, blobKey, url, ext, toFetch } = payload
      const job = { kbId, name, blobKey, url, ext, toFetch, revision: version, cause: id, traceparent }
      await jobs.add(
        orgId,
        { _id: aggregateId, ...job },
        outboxEntry('document.vanished', { id, traceparent }, { kbId }),
      )
      outbox.wake(aggregateId)
      workers().wake()
    },
    'document.deleted': async ({ orgId, aggregateId, payload: { kbId } }) => {
      await jobs.markDeleted(orgId, aggregateId, kbId)
      await index.deleteFile(orgId, aggregateId)
    },
    'crawl.requested': async ({ id, traceparent, orgId, aggregateId, payload }) => {
      const { kbId, url, maxPages, maxDepth, run } = payload
      await crawls.request(orgId, aggregateId, { kbId, url, maxPages, maxDepth, run, cause: id, traceparent })
      crawlWorkers().wake()
    },
    'crawl.deleted': ({ orgId, aggregateId, payload: { kbId } }) => forgetWebsite(context, orgId, aggregateId, kbId),
    'organization.deleted': (event) => removal.begin(event),
  }
}
