import type { Model } from 'mongoose'
import type { IncomingEvent } from './envelope.ts'

/** How many of the newest events a document remembers; more than one redelivery can bring back. */
const remembered = 1000

/** Filter and update parts that let an event change a document once: the effect and the mark are one write. */
export const once = (eventId: string) => ({
  filter: { seen: { $ne: eventId } },
  push: { seen: { $each: [eventId], $slice: -remembered } },
})

/**
 * Keeps a copy of another service's state: the newest version wins, whatever the order and number of deliveries.
 * A deleted aggregate leaves a mark (`deleted: true`), so that a late event does not bring it back.
 */
export async function keepCopy<C extends { _id: string; version: number }>(
  model: Model<C>,
  event: Pick<IncomingEvent, 'aggregateId' | 'version' | 'orgId'>,
  fields: object,
): Promise<void> {
  const { aggregateId: _id, version, orgId } = event
  try {
    await model.updateOne(
      { _id, version: { $lt: version } } as never,
      { $set: { ...fields, orgId, version } } as never,
      { upsert: true },
    )
  } catch (error) {
    if ((error as { code?: number }).code !== duplicateKey) throw error
  }
}

/** Leaves of a copy only the mark that it was deleted, and what is added here, with nothing of what was told of it. */
export async function forgetCopy<C extends { _id: string; version: number }>(
  model: Model<C>,
  { aggregateId: _id, version, orgId }: Pick<IncomingEvent, 'aggregateId' | 'version' | 'orgId'>,
  fields: object = {},
): Promise<void> {
  const mark = { _id, orgId, version, deleted: true, ...fields }
  try {
    // The driver's own: nothing of the schema is added to it.
    await model.collection.replaceOne({ _id, version: { $lt: version } } as never, mark, { upsert: true })
  } catch (error) {
    if ((error as { code?: number }).code !== duplicateKey) throw error
  }
}

/** MongoDB's code for a value that a unique index already has. */
export const duplicateKey = 11000
