import { randomBytes } from 'node:crypto'
import { defaults, domainsOf, type ListQuery, limits, type SaveKnowledgeBase } from '@lectern/contracts'
import type { EventInit, EventType } from '@lectern/contracts/events'
import {
  type Aggregate,
  aggregateFields,
  folded,
  type OutboxEntry,
  once,
  searching,
  tell,
  toldAtBirth,
} from '@lectern/service'
import { type Connection, Schema } from 'mongoose'
import type { Readiness } from '../readiness.ts'

export type Settings = Required<SaveKnowledgeBase>

/** A chat (knowledge base). Deleted ones stay, hidden, until all that hangs on them is gone. */
export type Chat = Aggregate &
  Readiness & {
    /** The id in public links. */
    unqid: string
    /** The picture's address; the organization's is shown where there is none. */
    imageUrl?: string
    /** As contracts name them; those never saved are left out. */
    settings: Partial<Settings> & Pick<Settings, 'name'>
    foldedName: string
    /** Counts the refreshes of the readiness, so that none overwrites a newer one. */
    readinessRevision: number
    chatCount: number
    createdAt: Date
    deletedAt?: Date
    /** Events that were counted. */
    seen?: string[]
  }

const schema = new Schema<Chat>({
  _id: { type: String, required: true },
  ...aggregateFields,
  unqid: { type: String, required: true, unique: true },
  imageUrl: String,
  settings: { type: Schema.Types.Mixed, required: true },
  foldedName: String,
  fileCount: { type: Number, default: 0 },
  isReady: { type: Boolean, default: true },
  isFailed: { type: Boolean, default: false },
  readinessRevision: { type: Number, default: 0 },
  chatCount: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
  deletedAt: Date,
  seen: { type: [String], select: false },
})
schema.index({ orgId: 1, createdAt: -1 })
schema.index({ orgId: 1, foldedName: 1 })

const orders = {
  newest: { createdAt: -1, _id: -1 },
  oldest: { createdAt: 1, _id: 1 },
  name: { foldedName: 1, _id: 1 },
} as const

const defaultSettings: Omit<Settings, 'name' | 'color'> = {
  title: '',
  intro_message: '',
  button_color: defaults.buttonColor,
  system_prompt: '',
  personality: '',
  pre_question_1: '',
  pre_question_2: '',
  pre_question_3: '',
  pre_question_4: '',
  allowed_domains: '',
  daily_cap: 0,
  contact_form: true,
  contact_email: '',
  contact_url: '',
}

/** All settings, with the defaults of those never saved. A chat without a color has its organization's. */
export const settingsOf = (chat: Chat) => ({ ...defaultSettings, color: null, ...chat.settings })

/** What other services are told of a chat. */
export function chatState(chat: Chat, type: EventType): EventInit<EventType> {
  if (type !== 'kb.changed') throw new Error(`${type} is not made from a chat's state`)
  const settings = settingsOf(chat)
  return {
    unqid: chat.unqid,
    name: settings.name,
    title: settings.title,
    introMessage: settings.intro_message,
    color: settings.color ?? '',
    buttonColor: settings.button_color,
    imageUrl: chat.imageUrl ?? '',
    systemPrompt: settings.system_prompt,
    personality: settings.personality,
    preQuestions: [settings.pre_question_1, settings.pre_question_2, settings.pre_question_3, settings.pre_question_4],
    fileCount: chat.fileCount,
    isReady: chat.isReady,
    isFailed: chat.isFailed,
    allowedDomains: domainsOf(settings.allowed_domains),
    dailyCap: settings.daily_cap,
    noContactForm: !settings.contact_form,
    contactEmail: settings.contact_email.trim(),
    contactUrl: settings.contact_url.trim(),
  } satisfies EventInit<'kb.changed'>
}

export type Chats = ReturnType<typeof chatModel>

export function chatModel(db: Connection) {
  const Chats = db.model<Chat>('Chat', schema, 'chats')
  const live = (orgId: number, id: string) => ({ _id: id, orgId, deletedAt: null })

  return {
    model: Chats,

    async create(orgId: number, id: string, name: string, entry: OutboxEntry): Promise<Chat> {
      const chat = await Chats.create({
        _id: id,
        orgId,
        unqid: randomBytes(9).toString('base64url'),
        settings: { name },
        foldedName: folded(name),
        createdAt: new Date(),
        ...toldAtBirth(entry),
      })
      return chat.toObject()
    },

    find(orgId: number, id: string): Promise<Chat | null> {
      return Chats.findOne(live(orgId, id)).lean<Chat>()
    },

    list(orgId: number, { page = 1, search, sort = 'newest' }: ListQuery<keyof typeof orders>): Promise<Chat[]> {
      return Chats.find({ orgId, deletedAt: null, ...searching(search, 'foldedName') })
        .sort(orders[sort])
        .skip((page - 1) * limits.pageSize)
        .limit(limits.pageSize)
        .lean<Chat[]>()
    },

    /** Apart from these. */
    count: (orgId: number, except: string[]): Promise<number> =>
      Chats.countDocuments({ orgId, deletedAt: null, _id: { $nin: except } }),

    async listIds(orgId: number, limit: number): Promise<string[]> {
      const found = await Chats.find({ orgId, deletedAt: null }, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean()
      return found.map(({ _id }) => _id)
    },

    /** Whether some chat has this picture, a deleted one too. */
    hasImage: async (orgId: number, imageUrl: string): Promise<boolean> =>
      (await Chats.exists({ orgId, imageUrl })) !== null,

    /** The chat as saved, or null when there is none, or where a picture is given and its own is not the one it is to replace. */
    save(
      orgId: number,
      id: string,
      settings: Partial<Settings>,
      image: { url: string; replaces: string | undefined } | null,
      entry: OutboxEntry,
    ): Promise<Chat | null> {
      const fields = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`settings.${name}`, value]))
      const name = settings.name === undefined ? {} : { foldedName: folded(settings.name) }
      const told = tell(entry)
      const update = { ...told, $set: { ...told.$set, ...fields, ...name, ...(image ? { imageUrl: image.url } : {}) } }
      const from = image ? { imageUrl: image.replaces ?? null } : {}
      return Chats.findOneAndUpdate({ ...live(orgId, id), ...from }, update, { returnDocument: 'after' }).lean<Chat>()
    },

    /** False when another refresh was first, or the chat is gone. */
    async keepReadiness(orgId: number, chat: Chat, readiness: Readiness, entry: OutboxEntry | null): Promise<boolean> {
      const told = entry ? tell(entry) : { $inc: {}, $set: {} }
      const kept = await Chats.updateOne(
        { ...live(orgId, chat._id), readinessRevision: chat.readinessRevision },
        { ...told, $inc: { ...told.$inc, readinessRevision: 1 }, $set: { ...told.$set, ...readiness } },
      )
      return kept.matchedCount === 1
    },

    /** Counts one conversation more, once for each event. */
    async countConversation(orgId: number, id: string, eventId: string): Promise<void> {
      const { filter, push } = once(eventId)
      await Chats.updateOne({ ...live(orgId, id), ...filter }, { $inc: { chatCount: 1 }, $push: push })
    },

    /** False when there is none. */
    async markDeleted(orgId: number, id: string, entry: OutboxEntry): Promise<boolean> {
      const told = tell(entry)
      const marked = await Chats.updateOne(live(orgId, id), { ...told, $set: { ...told.$set, deletedAt: new Date() } })
      return marked.matchedCount === 1
    },

    /** Removes a deleted chat that has told so. */
    async remove(orgId: number, id: string): Promise<void> {
      await Chats.deleteOne({ _id: id, orgId, deletedAt: { $ne: null }, outbox: [] })
    },

    /** Of all organizations: deleted chats that are not removed yet. */
    listDeleted(limit: number): Promise<Chat[]> {
      return Chats.find({ deletedAt: { $ne: null } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Chat[]>()
    },
  }
}
