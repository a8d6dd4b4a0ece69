import type { EventType } from '@lectern/contracts/events'
import type { FastifyBaseLogger } from 'fastify'
import { type Collection, type Connection, Schema } from 'mongoose'
import type { Handlers } from './bus.ts'
import type { IncomingEvent } from './envelope.ts'
import { duplicateKey } from './inbox.ts'
import { repeat } from './repeat.ts'

/** That an organization was deleted; all that stays of it. `nextAt` is there while something may be left to remove. */
type Mark = { _id: string; orgId: number; deletedAt: Date; nextAt?: Date }

const schema = new Schema<Mark>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  deletedAt: { type: Date, required: true },
  nextAt: { type: Date, index: { sparse: true } },
})

const lookEveryMs = 3000
/** Longer than any call takes: what one that was under way wrote after the deletion goes in a second round. */
const secondRoundMs = 20 * 60_000
const marksAtOnce = 20
const portion = 500

export type OrganizationRemoval = ReturnType<typeof createOrganizationRemoval>

/**
 * Removes from a service's database what belongs to deleted organizations: first its own part (`remove`, false while
 * that waits for something), then whatever carries the organization's number, in portions. The mark that it was
 * deleted comes first, so that a killed process is followed up and a late event brings nothing back.
 * `spares` are collections that look after themselves.
 */
export function createOrganizationRemoval(options: {
  db: Connection
  log: FastifyBaseLogger
  remove?: (orgId: number, signal: AbortSignal) => Promise<boolean>
  spares?: { modelName: string }[]
}) {
  const { db, log } = options
  const Marks = db.model<Mark>('DeletedOrganization', schema)
  const spared = new Set([Marks.modelName, ...(options.spares ?? []).map(({ modelName }) => modelName)])

  const remove = async (orgId: number, signal: AbortSignal): Promise<boolean> => {
    if (options.remove && !(await options.remove(orgId, signal))) return false
    for (const [name, { collection }] of Object.entries(db.models))
      if (!spared.has(name) && !(await removeInPortions(collection, { orgId }, signal))) return false
    return true
  }

  const round = async (signal: AbortSignal) => {
    const due = await Marks.find({ nextAt: { $lte: new Date() } })
      .sort({ nextAt: 1 })
      .limit(marksAtOnce)
      .lean<Mark[]>()
    for (const { _id, orgId, deletedAt, nextAt } of due) {
      if (signal.aborted) return
      const second = new Date(deletedAt.getTime() + secondRoundMs)
      const isSecond = new Date() >= second
      const isDone = await remove(orgId, signal).catch((err) => {
        log.warn({ err, org: orgId }, 'an organization was not removed yet')
        return false
      })
      const next = isDone ? (isSecond ? null : second) : new Date(Date.now() + lookEveryMs)
      await Marks.updateOne({ _id, nextAt }, next ? { $set: { nextAt: next } } : { $unset: { nextAt: 1 } })
    }
  }
  const rounds = repeat('removal of organizations', lookEveryMs, log, round)

  const isGone = async (orgId: number): Promise<boolean> => (await Marks.exists({ _id: String(orgId) })) !== null

  const removeAgain = async (orgId: number): Promise<void> => {
    await Marks.updateOne({ _id: String(orgId) }, { $set: { nextAt: new Date() } })
    rounds.wake()
  }

  return {
    isGone,

    /** Handles `organization.deleted`. */
    async begin({ orgId }: Pick<IncomingEvent<'organization.deleted'>, 'orgId'>): Promise<void> {
      const now = new Date()
      try {
        await Marks.updateOne(
          { _id: String(orgId) },
          { $setOnInsert: { orgId, deletedAt: now, nextAt: now } },
          { upsert: true },
        )
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
      rounds.wake()
    },

    /** The handlers of a service, deaf to what is told of deleted organizations. */
    guard(handlers: Handlers): Handlers {
      const guarded = Object.entries(handlers).map(([type, handle]) => {
        const known = handle as (event: IncomingEvent) => Promise<unknown>
        const unlessGone = async (event: IncomingEvent) => {
          if (await isGone(event.orgId)) return
          await known(event)
          // Deleted meanwhile: what was written just now may have come after the removal.
          if (await isGone(event.orgId)) await removeAgain(event.orgId)
        }
        return [type, (type as EventType) === 'organization.deleted' ? known : unlessGone]
      })
      return Object.fromEntries(guarded) as Handlers
    },

    close: rounds.close,
  }
}

/** Removes all that a filter finds, some at a time. False when it was stopped before the end. */
export async function removeInPortions(collection: Collection, filter: object, signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted) {
    const found = await collection
      .find(filter, { projection: { _id: 1 }, limit: portion })
      .sort({ _id: 1 })
      .toArray()
    if (found.length > 0) await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
    if (found.length < portion) return true
  }
  return false
}
