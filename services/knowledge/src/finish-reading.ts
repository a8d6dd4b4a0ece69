import { countFor, histogram, type IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import type { Outcome } from './models/file.ts'
import { refreshReadiness } from './readiness.ts'

const readSeconds = histogram(
  'document_ready_seconds',
  'Time from the upload of a document until it can be asked about, or is given up',
  ['outcome'],
  [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600],
)

/** Keeps how the reading of a file ended. A second delivery may be of an event whose first handling was cut short. */
export async function finishReading(
  context: Context,
  event: IncomingEvent<'document.ingested' | 'document.failed'>,
  outcome: Outcome,
): Promise<void> {
  const { orgId, aggregateId: id, payload, traceparent } = event
  const cause = { id: event.id, traceparent }
  const before = await context.files.finish(orgId, id, outcome)
  if (before?.status === 'processing') {
    readSeconds.observe({ outcome: outcome.status }, (Date.now() - before.createdAt.getTime()) / 1000)
    countFor(orgId, `document_${outcome.status}`)
  }
  const isLive = await refreshReadiness(context, orgId, payload.kbId, cause)
  // A file that was being uploaded while its chat was deleted.
  if (!isLive) await deleteFile(context, orgId, payload.kbId, id, cause)
}
