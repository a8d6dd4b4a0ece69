import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'

export const emits = [
  'document.fetched',
  'document.progress',
  'document.ingested',
  'document.failed',
] as const satisfies EventType[]

export const handles = ({ jobs, index, workers, removal }: Context): Handlers => ({
  'document.uploaded': async ({ id, traceparent, orgId, aggregateId, version, payload }) => {
    const { kbId, name, blobKey, url, ext, toFetch } = payload
    const job = { kbId, name, blobKey, url, ext, toFetch, revision: version, cause: id, traceparent }
    await jobs.add(orgId, { _id: aggregateId, ...job })
    workers().wake()
  },
  'document.deleted': async ({ orgId, aggregateId, payload: { kbId } }) => {
    await jobs.markDeleted(orgId, aggregateId, kbId)
    await index.deleteFile(orgId, aggregateId)
  },
  'organization.deleted': (event) => removal.begin(event),
})
