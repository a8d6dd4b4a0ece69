import type { IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import type { Outcome } from './models/file.ts'
import { refreshReadiness } from './readiness.ts'

/** Keeps how the reading of a file ended. A second delivery may be of an event whose first handling was cut short. */
export async function finishReading(
  context: Context,
  event: IncomingEvent<'document.ingested' | 'document.failed'>,
  outcome: Outcome,
): Promise<void> {
  const { orgId, aggregateId: id, payload, traceparent } = event
  const cause = { id: event.id, traceparent }
  await context.files.finish(orgId, id, outcome)
  const isLive = await refreshReadiness(context, orgId, payload.kbId, cause)
  // A file that was being uploaded while its chat was deleted.
  if (!isLive) await deleteFile(context, orgId, payload.kbId, id, cause)
}
