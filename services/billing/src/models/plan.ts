import { isDeepStrictEqual } from 'node:util'
import type { EventInit, EventType } from '@lectern/contracts/events'
import { type Aggregate, aggregateFields, duplicateKey, type OutboxEntry, tell, toldAtBirth } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'
import type { Allows } from '../catalogue.ts'

/** A plan as the others were last told of it. Its `_id` is its number as text; it belongs to no organization (0). */
export type ToldPlan = Aggregate & { name: string; allows: Allows }

const platform = 0

const schema = new Schema<ToldPlan>({
  _id: { type: String, required: true },
  ...aggregateFields,
  name: { type: String, required: true },
  allows: { type: Schema.Types.Mixed, required: true },
})

/** What other services are told of a plan. */
export function planState({ name, allows }: ToldPlan, type: EventType): EventInit<EventType> {
  if (type !== 'plan.changed') throw new Error(`${type} is not made from a plan's state`)
  const { storageGigabytes, ...rest } = allows
  return { name, ...rest, storageBytes: BigInt(storageGigabytes) * 1024n ** 3n } satisfies EventInit<'plan.changed'>
}

export type Plans = ReturnType<typeof planModel>

export function planModel(db: Connection) {
  const Plans = db.model<ToldPlan>('Plan', schema, 'plans')
  return {
    model: Plans,

    /** Keeps a plan together with the event that tells of it. False when nothing changed, or another process was first. */
    async keep(id: number, content: Pick<ToldPlan, 'name' | 'allows'>, entry: OutboxEntry): Promise<boolean> {
      const _id = String(id)
      const { name, allows } = content
      const kept = await Plans.findById(_id).lean<ToldPlan>()
      if (!kept) {
        try {
          await Plans.create({ _id, orgId: platform, name, allows, ...toldAtBirth(entry) })
          return true
        } catch (error) {
          if ((error as { code?: number }).code === duplicateKey) return false
          throw error
        }
      }
      if (isDeepStrictEqual({ name: kept.name, allows: kept.allows }, { name, allows })) return false
      const told = tell(entry)
      const update = { ...told, $set: { ...told.$set, name, allows } }
      return (await Plans.updateOne({ _id, version: kept.version }, update)).matchedCount === 1
    },
  }
}
