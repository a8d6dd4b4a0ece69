import { duplicateKey, forgetCopy, type IncomingEvent, keepCopy, once } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

type Copied<T> = { _id: string; orgId: number; version: number; deleted: boolean } & T

/** What org knows of chats and their files (knowledge owns them): enough to name and to count them. */
export type ChatCopy = Copied<{ name: string; settings: string }>
export type FileCopy = Copied<{ name: string; kbId: string }>
/** And of the plans (billing). */
export type PlanCopy = Copied<{ users: number }>
/** And how many prompts were answered (chat). */
type Answered = { _id: string; orgId: number; chats: number; seen: string[] }

const copied = {
  _id: { type: String, required: true },
  orgId: { type: Number, index: true },
  version: Number,
  deleted: Boolean,
}

export type Copies = ReturnType<typeof copyModels>

export function copyModels(db: Connection) {
  const Chats = db.model<ChatCopy>('ChatCopy', new Schema<ChatCopy>({ ...copied, name: String, settings: String }))
  const Files = db.model<FileCopy>('FileCopy', new Schema<FileCopy>({ ...copied, name: String, kbId: String }))
  const Plans = db.model<PlanCopy>('PlanCopy', new Schema<PlanCopy>({ ...copied, users: Number }))
  const Answers = db.model<Answered>(
    'Answered',
    new Schema<Answered>({ _id: { type: String, required: true }, orgId: Number, chats: Number, seen: [String] }),
    'answered',
  )
  const of = (orgId: number | null) => (orgId === null ? {} : { orgId })
  const live = (orgId: number | null) => ({ ...of(orgId), deleted: false })

  return {
    keepChat: (event: IncomingEvent<'kb.changed'>) =>
      keepCopy(Chats, event, { name: event.payload.name, settings: settingsOf(event), deleted: false }),
    forgetChat: (event: IncomingEvent<'kb.deleted'>) => forgetCopy(Chats, event),
    keepFile: (event: IncomingEvent<'document.uploaded'>) =>
      keepCopy(Files, event, { name: event.payload.name, kbId: event.payload.kbId, deleted: false }),
    forgetFile: (event: IncomingEvent<'document.deleted'>) => forgetCopy(Files, event),
    keepPlan: (event: IncomingEvent<'plan.changed'>) =>
      keepCopy(Plans, event, { users: event.payload.users, deleted: false }),

    /** Counts one answered prompt, once for each event. */
    async countAnswer({ id, orgId }: IncomingEvent<'conversation.answered'>): Promise<void> {
      const { filter, push } = once(id)
      try {
        await Answers.updateOne(
          { _id: String(orgId), ...filter },
          { $inc: { chats: 1 }, $push: push, $set: { orgId } },
          { upsert: true },
        )
      } catch (error) {
        // Seen already: there is a count, and the filter does not find it.
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
    },

    /** Deleted ones too: they had a name. */
    findChat: (orgId: number, id: string) => Chats.findOne({ _id: id, orgId }).lean<ChatCopy>(),
    findFile: (orgId: number, id: string) => Files.findOne({ _id: id, orgId }).lean<FileCopy>(),
    findPlan: (planId: number) => Plans.findById(String(planId)).lean<PlanCopy>(),

    /** Of one organization, or of all (null). */
    async count(orgId: number | null): Promise<{ kbs: number; kbfiles: number; chats: number }> {
      const [kbs, kbfiles, answers] = await Promise.all([
        Chats.countDocuments(live(orgId)),
        Files.countDocuments(live(orgId)),
        Answers.aggregate<{ chats: number }>([
          { $match: of(orgId) },
          { $group: { _id: null, chats: { $sum: '$chats' } } },
        ]),
      ])
      return { kbs, kbfiles, chats: answers[0]?.chats ?? 0 }
    },
  }
}

/** What people set of a chat, apart from what its files make of it. */
export function settingsOf({ payload }: IncomingEvent<'kb.changed'>): string {
  const { $typeName, $unknown, fileCount, isReady, isFailed, ...settings } = payload
  return JSON.stringify(settings)
}
