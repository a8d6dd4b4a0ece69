import { defaults, type ListQuery, limits } from '@lectern/contracts'
import type { EventInit, EventType } from '@lectern/contracts/events'
import {
  type Aggregate,
  aggregateFields,
  duplicateKey,
  folded,
  type OutboxEntry,
  searching,
  tell,
  toldAtBirth,
} from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** Its `_id` is its number as text. */
export type Organization = Aggregate & {
  ownerId: string
  name: string
  foldedName: string
  description: string
  systemPrompt: string
  color: string
  imageUrl: string | null
  enterprise: boolean
  planId: number
  /** Of the newest word on its plan (billing tells of it). */
  planVersion: number
  createdAt: Date
  /** Until it is told and all that belongs to it is removed. */
  deletedAt?: Date
}

const schema = new Schema<Organization>({
  _id: { type: String, required: true },
  ...aggregateFields,
  ownerId: { type: String, required: true },
  name: { type: String, required: true },
  foldedName: String,
  description: { type: String, default: '' },
  systemPrompt: { type: String, default: '' },
  color: { type: String, default: defaults.chatColor },
  imageUrl: { type: String, default: null },
  enterprise: { type: Boolean, default: false },
  planId: { type: Number, default: defaults.freePlanId },
  planVersion: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
  deletedAt: Date,
})
schema.index({ createdAt: -1 })
schema.index({ foldedName: 1 })

const orders = {
  newest: { createdAt: -1, _id: -1 },
  oldest: { createdAt: 1, _id: 1 },
  name: { foldedName: 1, _id: 1 },
} as const

/** What other services are told of an organization. */
export function organizationState(organization: Organization, type: EventType): EventInit<EventType> {
  if (type !== 'organization.changed') throw new Error(`${type} is not made from an organization's state`)
  const { ownerId, name, description, systemPrompt, color, imageUrl, enterprise, planId } = organization
  return {
    ownerId,
    name,
    description,
    systemPrompt,
    color,
    imageUrl: imageUrl ?? '',
    enterprise,
    planId,
  } satisfies EventInit<'organization.changed'>
}

export type Organizations = ReturnType<typeof organizationModel>

export function organizationModel(db: Connection) {
  const Organizations = db.model<Organization>('Organization', schema, 'organizations')
  const live = (orgId: number) => ({ _id: String(orgId), orgId, deletedAt: null })
  return {
    model: Organizations,

    /** Inserts an organization together with the event that tells of it. False when it is there already. */
    async found(orgId: number, founding: Pick<Organization, 'ownerId' | 'name'>, entry: OutboxEntry): Promise<boolean> {
      try {
        await Organizations.create({
          _id: String(orgId),
          orgId,
          ...founding,
          foldedName: folded(founding.name),
          createdAt: new Date(),
          ...toldAtBirth(entry),
        })
        return true
      } catch (error) {
        if ((error as { code?: number }).code === duplicateKey) return false
        throw error
      }
    },

    find(orgId: number): Promise<Organization | null> {
      return Organizations.findOne(live(orgId)).lean<Organization>()
    },

    /** False when there is none, or it has other values than `from`. */
    async save(
      orgId: number,
      changes: Partial<Organization>,
      entry: OutboxEntry,
      from: Pick<Partial<Organization>, 'imageUrl'> = {},
    ): Promise<boolean> {
      const told = tell(entry)
      const name = changes.name === undefined ? {} : { foldedName: folded(changes.name) }
      const update = { ...told, $set: { ...told.$set, ...changes, ...name } }
      return (await Organizations.updateOne({ ...live(orgId), ...from }, update)).matchedCount === 1
    },

    /** Takes over what billing tells of its plan, the newest word winning. False when it knew that. */
    async takePlan(
      orgId: number,
      version: number,
      plan: Pick<Organization, 'planId' | 'enterprise'>,
      entry: OutboxEntry,
    ): Promise<boolean> {
      const older = { ...live(orgId), planVersion: { $not: { $gte: version } } }
      const told = tell(entry)
      const isChange = { $or: [{ planId: { $ne: plan.planId } }, { enterprise: { $ne: plan.enterprise } }] }
      const update = { ...told, $set: { ...told.$set, ...plan, planVersion: version } }
      if ((await Organizations.updateOne({ ...older, ...isChange }, update)).matchedCount === 1) return true
      await Organizations.updateOne(older, { $set: { planVersion: version } })
      return false
    },

    /** False when there is none, or its owner is another. */
    async markDeleted(orgId: number, ownerId: string, entry: OutboxEntry): Promise<boolean> {
      const told = tell(entry)
      const update = { ...told, $set: { ...told.$set, deletedAt: new Date() } }
      return (await Organizations.updateOne({ ...live(orgId), ownerId }, update)).matchedCount === 1
    },

    /** The address of its picture, also of one that is being deleted. */
    async imageUrlOf(orgId: number): Promise<string | null> {
      const found = await Organizations.findOne({ _id: String(orgId), orgId }, { imageUrl: 1 }).lean<Organization>()
      return found?.imageUrl ?? null
    },

    /** One, or all (null). */
    list(
      orgId: number | null,
      { page = 1, search, sort = 'newest' }: ListQuery<keyof typeof orders>,
    ): Promise<Organization[]> {
      const scope = orgId === null ? { deletedAt: null } : live(orgId)
      return Organizations.find({ ...scope, ...searching(search, 'foldedName') })
        .sort(orders[sort])
        .skip((page - 1) * limits.pageSize)
        .limit(limits.pageSize)
        .lean<Organization[]>()
    },

    /** One, or all (null). */
    count: (orgId: number | null): Promise<number> =>
      Organizations.countDocuments(orgId === null ? { deletedAt: null } : live(orgId)),

    async names(orgIds: number[]): Promise<Map<number, string>> {
      const found = await Organizations.find({ orgId: { $in: orgIds }, deletedAt: null }, { orgId: 1, name: 1 }).lean<
        Organization[]
      >()
      return new Map(found.map(({ orgId, name }) => [orgId, name]))
    },
  }
}
