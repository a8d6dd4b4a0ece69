import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import type { EventPayload } from '@lectern/contracts/events'
import { forgetCopy, type IncomingEvent, keepCopy, removeInPortions } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

type Copied<T> = { _id: string; orgId: number; version: number; deleted: boolean } & T

/** What chat knows of the chats (knowledge owns them), the organizations (org) and the plans (billing). */
export type ChatCopy = Copied<Omit<EventPayload<'kb.changed'>, '$typeName' | '$unknown'>>
export type OrganizationCopy = Copied<Omit<EventPayload<'organization.changed'>, '$typeName' | '$unknown'>>
/** A user who may be the owner that mails go to. */
export type MemberCopy = Copied<{ email: string }>
export type PlanCopy = Copied<Omit<EventPayload<'plan.changed'>, '$typeName' | '$unknown'>>
/** Which plan an organization is on, and for which time it has paid (billing). */
export type SubscriptionCopy = Copied<{ planId: number; periodStart: Date | null; periodEnd: Date | null }>

/** The fields are those of the event, whatever they are. */
const schemaOf = <T>(indexes: Record<string, object> = {}) =>
  new Schema<T>({ _id: { type: String, required: true }, version: Number, ...indexes } as never, { strict: false })

/** More than one organization has; the list is never without a bound. */
const chatsListed = 5000

export type Copies = ReturnType<typeof copyModels>

export function copyModels(db: Connection) {
  const Chats = db.model<ChatCopy>(
    'ChatCopy',
    schemaOf<ChatCopy>({ orgId: { type: Number, index: true }, unqid: { type: String, index: { sparse: true } } }),
  )
  const Organizations = db.model<OrganizationCopy>('OrganizationCopy', schemaOf<OrganizationCopy>())
  const Plans = db.model<PlanCopy>('PlanCopy', schemaOf<PlanCopy>())
  const Members = db.model<MemberCopy>('MemberCopy', schemaOf<MemberCopy>())
  const Subscriptions = db.model<SubscriptionCopy>('SubscriptionCopy', schemaOf<SubscriptionCopy>())

  return {
    keepChat: (event: IncomingEvent<'kb.changed'>) => keepCopy(Chats, event, fieldsOf(event.payload)),
    forgetChat: (event: IncomingEvent<'kb.deleted'>) => forgetCopy(Chats, event, { deletedAt: new Date() }),
    removeChats: (orgId: number) => removeInPortions(Chats.collection, { orgId }),
    keepOrganization: (event: IncomingEvent<'organization.changed'>) =>
      keepCopy(Organizations, event, fieldsOf(event.payload)),
    keepMember: (event: IncomingEvent<'user.registered'>) =>
      keepCopy(Members, event, { email: event.payload.email, deleted: false }),
    forgetMember: (event: IncomingEvent<'user.deleted'>) => forgetCopy(Members, event),
    /** The mail address of an organization's owner; null where that is not known. */
    async ownerEmail(orgId: number): Promise<string | null> {
      const organization = await Organizations.findById(String(orgId)).lean<OrganizationCopy>()
      if (!organization) return null
      const owner = await Members.findOne({
        _id: organization.ownerId,
        orgId,
        deleted: { $ne: true },
      }).lean<MemberCopy>()
      return owner?.email ?? null
    },
    keepPlan: (event: IncomingEvent<'plan.changed'>) => keepCopy(Plans, event, fieldsOf(event.payload)),
    keepSubscription: (event: IncomingEvent<'subscription.changed'>) => {
      const { planId, periodStart, periodEnd } = event.payload
      const date = (time: Timestamp | undefined) => (time ? timestampDate(time) : null)
      return keepCopy(Subscriptions, event, {
        planId,
        periodStart: date(periodStart),
        periodEnd: date(periodEnd),
        deleted: false,
      })
    },

    /** By its id, or by the id of its public link. */
    async findChat(orgId: number, id: string): Promise<ChatCopy | null> {
      const live = { orgId, deleted: { $ne: true } }
      return (
        (await Chats.findOne({ _id: id, ...live }).lean<ChatCopy>()) ??
        Chats.findOne({ unqid: id, ...live }).lean<ChatCopy>()
      )
    },
    deletedSince: (time: Date) =>
      Chats.find({ deleted: true, deletedAt: { $gt: time } } as never, { orgId: 1 })
        .limit(chatsListed)
        .lean<Pick<ChatCopy, '_id' | 'orgId'>[]>(),
    listChats: (orgId: number) =>
      Chats.find({ orgId, deleted: { $ne: true } }, { name: 1, fileCount: 1 })
        .sort({ name: 1 })
        .limit(chatsListed)
        .lean<Pick<ChatCopy, '_id' | 'name' | 'fileCount'>[]>(),
    findOrganization: (orgId: number) => Organizations.findById(String(orgId)).lean<OrganizationCopy>().exec(),
    findSubscription: (orgId: number) => Subscriptions.findById(String(orgId)).lean<SubscriptionCopy>().exec(),
    findPlan: (planId: number) => Plans.findById(String(planId)).lean<PlanCopy>().exec(),
  }
}

const fieldsOf = ({ $typeName, $unknown, ...fields }: { $typeName: string; $unknown?: unknown }) => ({
  ...fields,
  deleted: false,
})
