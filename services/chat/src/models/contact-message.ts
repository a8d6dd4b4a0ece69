import { limits } from '@lectern/contracts'
import { type MailFields, mailEntry, mailedAtBirth, mailFields } from '@lectern/mail'
import { removeInPortions } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** On its way to a webhook: `at` is the time of the next try. */
export type Delivery = { url: string; state: 'waiting' | 'delivered' | 'failed'; at: Date; tries: number }

/** What a visitor wrote to a person. */
export type ContactMessage = MailFields & {
  _id: string
  orgId: number
  kbId: string
  conversationId: string | null
  name: string
  email: string
  message: string
  /** Who the visitor is by the organization's own word. */
  visitorId: string | null
  delivery: Delivery | null
  createdAt: Date
}

const schema = new Schema<ContactMessage>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  kbId: { type: String, required: true },
  conversationId: { type: String, default: null },
  name: { type: String, required: true },
  email: { type: String, required: true },
  message: { type: String, required: true },
  visitorId: { type: String, default: null },
  delivery: {
    type: new Schema<Delivery>({ url: String, state: String, at: Date, tries: Number }, { _id: false }),
    default: null,
  },
  createdAt: { type: Date, required: true },
  ...mailFields,
})
schema.index({ orgId: 1, createdAt: -1 })
schema.index({ 'delivery.state': 1, 'delivery.at': 1 })

const batch = 20

export type ContactMessages = ReturnType<typeof contactMessageModel>

export function contactMessageModel(db: Connection) {
  const Messages = db.model<ContactMessage>('ContactMessage', schema)

  return {
    model: Messages,

    /** Kept with the mail that tells of it, and its way to the webhook where there is one. */
    async add(given: Omit<ContactMessage, keyof MailFields | 'delivery' | 'createdAt'>, url: string): Promise<void> {
      const createdAt = new Date()
      const delivery: Delivery | null = url ? { url, state: 'waiting', at: createdAt, tries: 0 } : null
      await Messages.create({ ...given, delivery, createdAt, ...mailedAtBirth(mailEntry('contact')) })
    },

    list: (orgId: number, kbId: string | undefined, page: number) =>
      Messages.find({ orgId, ...(kbId ? { kbId } : {}) }, { mails: 0 })
        .sort({ createdAt: -1, _id: 1 })
        .skip((page - 1) * limits.pageSize)
        .limit(limits.pageSize)
        .lean<ContactMessage[]>(),

    delete: async (orgId: number, id: string) => (await Messages.deleteOne({ _id: id, orgId })).deletedCount === 1,

    deleteOfChat: (orgId: number, kbId: string) => removeInPortions(Messages.collection, { orgId, kbId }),

    /** Of all organizations: what is due to be delivered. */
    due: () =>
      Messages.find({ 'delivery.state': 'waiting', 'delivery.at': { $lte: new Date() } })
        .sort({ 'delivery.at': 1 })
        .limit(batch)
        .lean<ContactMessage[]>(),

    /** Nobody else delivers it until then. False where another was first. */
    async hold({ _id, orgId }: ContactMessage, at: Date, until: Date): Promise<boolean> {
      const held = await Messages.updateOne(
        { _id, orgId, 'delivery.state': 'waiting', 'delivery.at': at },
        { $set: { 'delivery.at': until } },
      )
      return held.matchedCount === 1
    },

    async settle({ _id, orgId }: ContactMessage, settled: Partial<Delivery>): Promise<void> {
      const set = Object.fromEntries(Object.entries(settled).map(([name, value]) => [`delivery.${name}`, value]))
      await Messages.updateOne({ _id, orgId }, { $set: set, $inc: { 'delivery.tries': 1 } })
    },
  }
}
