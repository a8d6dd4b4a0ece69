import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'

export const emits = ['document.progress', 'document.ingested', 'document.failed'] as const satisfies EventType[]

export const handles = ({ jobs, index, workers }: Context): Handlers => ({
  'document.uploaded': async ({ id, traceparent, orgId, aggregateId, payload: { kbId, name, blobKey } }) => {
    await jobs.add(orgId, { _id: aggregateId, kbId, name, blobKey, cause: id, traceparent })
    workers().wake()
  },
  'document.deleted': async ({ orgId, aggregateId, payload: { kbId } }) => {
    await jobs.markDeleted(orgId, aggregateId, kbId)
    await index.deleteFile(orgId, aggregateId)
  },
})
