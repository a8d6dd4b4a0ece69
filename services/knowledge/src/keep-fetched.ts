import { errors } from '@lectern/contracts'
import { CallError, type IncomingEvent, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { checkRoomForBytes, places } from './check-room.ts'
import { refreshReadiness } from './readiness.ts'

/** Keeps what a page is, now that it is fetched. Where the plan has no room for it, it failed, and nothing else of it stays. */
export async function keepFetched(context: Context, event: IncomingEvent<'document.fetched'>): Promise<void> {
  const { orgId, aggregateId: id, payload } = event
  const { kbId, url, name, ext, mime } = payload
  const size = Number(payload.size)
  try {
    await context.gates.enter(
      orgId,
      { id, of: places.filesOf(kbId), size },
      (others) => checkRoomForBytes(context, orgId, size, others, id),
      () => context.files.keepFetched(orgId, id, { url, name, ext, mime, size }),
    )
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    await refuse(context, event)
  }
}

/** Those who read the page forget it, as if its file were deleted. */
async function refuse({ files, outboxes, blobs, ...context }: Context, event: IncomingEvent<'document.fetched'>) {
  const { id, traceparent, orgId, aggregateId, payload } = event
  const cause = { id, traceparent }
  const entry = outboxEntry('document.deleted', cause, { kbId: payload.kbId })
  const refused = await files.refuse(orgId, aggregateId, errors.storage_limit.message, entry)
  if (!refused) return
  outboxes.files.wake(aggregateId)
  await blobs.delete(refused.blobKey)
  await refreshReadiness({ ...context, files, outboxes }, orgId, payload.kbId, cause)
}
