import type { EventType } from '@lectern/contracts/events'
import { newTraceparent, type OutboxEntry, outboxEntry } from '@lectern/service'
import type mongoose from 'mongoose'
import { type ChatFile, uploadOf } from '../../services/knowledge/src/models/file.ts'
import type { Room } from './layout.ts'

/** Above every version that was told before, however much later a copy was kept than its owner. */
const versions = 1000

/** Owners of states that others keep copies of. */
const owners: { room: Room; collection: string; event: EventType }[] = [
  { room: 'billing', collection: 'plans', event: 'plan.changed' },
  { room: 'org', collection: 'organizations', event: 'organization.changed' },
  { room: 'knowledge', collection: 'chats', event: 'kb.changed' },
]

/**
 * Kafka's events are not kept: whoever owns a state tells it again, and what was being read is read again. Services send
 * what stands in the records when they start.
 */
export async function tellAgain(
  database: (room: Room) => mongoose.Connection,
  { readAgain }: { readAgain: boolean },
): Promise<void> {
  const cause = { id: 'restore', traceparent: newTraceparent() }
  const told = (entry: OutboxEntry) => ({
    $inc: { version: versions },
    $push: { outbox: entry },
    $set: { outboxAt: entry.time },
  })
  for (const { room, collection, event } of owners) {
    const records = database(room).collection(collection)
    for await (const { _id } of records.find({ deletedAt: null }, { projection: { _id: 1 } }))
      await records.updateOne({ _id }, told(outboxEntry(event, cause)) as never)
  }
  const files = database('knowledge').collection<ChatFile>('files')
  const toRead = readAgain ? { deletedAt: null, status: { $ne: 'failed' } } : { deletedAt: null, status: 'processing' }
  for await (const file of files.find(toRead as never)) {
    const entry = outboxEntry('document.uploaded', cause, uploadOf(file, file.url !== null && file.ext === ''))
    const update = told(entry)
    await files.updateOne({ _id: file._id }, {
      ...update,
      $set: { ...update.$set, status: 'processing', pagesDone: 0 },
    } as never)
  }
  if (readAgain)
    for await (const { _id } of database('knowledge')
      .collection('chats')
      .find({ deletedAt: null, fileCount: { $gt: 0 } }))
      await database('knowledge')
        .collection('chats')
        .updateOne({ _id }, { $set: { isReady: false, isFailed: false } })
}
