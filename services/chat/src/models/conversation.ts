import { randomBytes, randomInt } from 'node:crypto'
import {
  type Answer,
  type Feedback,
  type IdentifiedVisitor,
  type ListQuery,
  limits,
  type Source,
} from '@lectern/contracts'
import {
  type Aggregate,
  aggregateFields,
  duplicateKey,
  folded,
  type OutboxEntry,
  removeInPortions,
  searching,
  tell,
} from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

export type StoredMessage = {
  id: string
  role: 'user' | 'assistant'
  content: string
  type: Answer['type']
  sources: Source[]
  at: Date
  feedback?: Feedback
}

/** 120 random bits: who knows it was told it. */
export const newId = () => randomBytes(15).toString('base64url')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** For a question that came without one. */
export const newTransactionId = () =>
  Array.from({ length: limits.transactionId }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Messages of a conversation that the next answer is written with. */
const remembered = 6

/** A chat session with its messages in one document, so that an answer and its event are one write. */
export type Conversation = Aggregate & {
  kbId: string
  unqid: string
  firstQuestion: string
  foldedQuestion: string
  /** Answered prompts. */
  answered: number
  messages: StoredMessage[]
  /** Who asks, where the organization's own site has told. */
  visitor?: IdentifiedVisitor
  thumbs?: { up: number; down: number }
  createdAt: Date
  updatedAt: Date
  /** Emptied, and there only until its event is sent. */
  deleted?: true
}

const schema = new Schema<Conversation>({
  _id: { type: String, required: true },
  ...aggregateFields,
  kbId: { type: String, required: true },
  unqid: { type: String, required: true },
  firstQuestion: { type: String, required: true },
  foldedQuestion: String,
  answered: { type: Number, required: true },
  messages: [
    new Schema(
      {
        id: String,
        role: String,
        content: String,
        type: String,
        sources: [Schema.Types.Mixed],
        at: Date,
        feedback: Schema.Types.Mixed,
      },
      { _id: false, id: false },
    ),
  ],
  visitor: Schema.Types.Mixed,
  thumbs: Schema.Types.Mixed,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  deleted: Boolean,
})
schema.index({ orgId: 1, kbId: 1, updatedAt: -1 })
schema.index({ orgId: 1, updatedAt: -1 })

const orders = { newest: { updatedAt: -1, _id: 1 }, oldest: { updatedAt: 1, _id: 1 } } as const

export type Conversations = ReturnType<typeof conversationModel>

export function conversationModel(db: Connection) {
  const Conversations = db.model<Conversation>('Conversation', schema)
  const there = { deleted: { $ne: true } } as const
  const ofOrganization = (orgId: number, kbId?: string) => ({ orgId, ...(kbId ? { kbId } : {}), ...there })

  return {
    model: Conversations,

    find: (orgId: number, id: string) => Conversations.findOne({ _id: id, orgId, ...there }).lean<Conversation>(),

    /** The conversation, with its last messages only, for who knows one of its messages. */
    findToContinue: (orgId: number, id: string, knownMessageIds: string[]) =>
      Conversations.findOne(
        { _id: id, orgId, 'messages.id': { $in: knownMessageIds }, ...there },
        { answered: 1, messages: { $slice: -remembered } },
      ).lean<Conversation>(),

    /** Starts a conversation with its first exchange. False when the id is taken. */
    async start(
      orgId: number,
      conversation: Pick<Conversation, '_id' | 'kbId' | 'visitor'>,
      exchange: [StoredMessage, StoredMessage],
      entry: OutboxEntry,
    ): Promise<boolean> {
      const [question, { at }] = exchange
      const fresh = {
        ...conversation,
        orgId,
        unqid: conversation._id.slice(-limits.transactionId),
        firstQuestion: question.content,
        foldedQuestion: folded(question.content),
        answered: 1,
        messages: exchange,
        createdAt: at,
        updatedAt: at,
      }
      try {
        // Made here in full, so mongoose need not go through it.
        await Conversations.insertMany([{ ...fresh, version: 1, outbox: [entry], outboxAt: entry.time }], {
          lean: true,
        })
        return true
      } catch (error) {
        if ((error as { code?: number }).code === duplicateKey) return false
        throw error
      }
    },

    /** Adds an exchange to a conversation. False when it is gone. */
    async append(
      orgId: number,
      id: string,
      exchange: [StoredMessage, StoredMessage],
      entry: OutboxEntry,
      visitor?: IdentifiedVisitor,
    ): Promise<boolean> {
      const told = tell(entry)
      const { matchedCount } = await Conversations.updateOne(
        { _id: id, orgId, ...there },
        {
          $inc: { ...told.$inc, answered: 1 },
          $push: { ...told.$push, messages: { $each: exchange } },
          $set: { ...told.$set, updatedAt: exchange[1].at, ...(visitor ? { visitor } : {}) },
        },
      )
      return matchedCount === 1
    },

    list: (
      orgId: number,
      kbId: string | undefined,
      { page = 1, search, sort = 'newest' }: ListQuery<keyof typeof orders>,
    ) =>
      Conversations.find(
        { ...ofOrganization(orgId, kbId), ...searching(search, 'foldedQuestion') },
        { messages: 0, outbox: 0 },
      )
        .sort(orders[sort])
        .skip((page - 1) * limits.pageSize)
        .limit(limits.pageSize)
        .lean<Conversation[]>(),

    count: (orgId: number) => Conversations.countDocuments(ofOrganization(orgId)),

    /** Whether the conversation holds this message. */
    holds: async (orgId: number, id: string, messageId: string) =>
      (await Conversations.exists({ _id: id, orgId, 'messages.id': messageId })) !== null,

    /** Keeps what a reader said of an answer, in place of what was said before. False when there is no such answer. */
    async giveFeedback(orgId: number, id: string, messageId: string, feedback: Feedback): Promise<boolean> {
      for (;;) {
        const found = await Conversations.findOne({ _id: id, orgId, ...there }, { messages: 1 }).lean<Conversation>()
        const index = found?.messages.findIndex((each) => each.id === messageId && each.role === 'assistant') ?? -1
        const message = found?.messages[index]
        if (!message) return false
        // Messages are only ever added, so its place stays.
        const place = `messages.${index}`
        const before = message.feedback?.thumb ?? null
        const { matchedCount } = await Conversations.updateOne(
          { _id: id, orgId, [`${place}.id`]: messageId, [`${place}.feedback.thumb`]: before, ...there },
          { $set: { [`${place}.feedback`]: feedback }, $inc: countedBy(before, feedback.thumb) },
        )
        // Another thumb came meanwhile: that one is the one before.
        if (matchedCount === 1) return true
      }
    },

    /** Takes its messages away; what is left goes once it has told so. False when there is none. */
    async markDeleted(orgId: number, id: string, entry: OutboxEntry): Promise<boolean> {
      const told = tell(entry)
      const { matchedCount } = await Conversations.updateOne(
        { _id: id, orgId, ...there },
        { ...told, $set: { ...told.$set, deleted: true, messages: [], firstQuestion: '-', foldedQuestion: '' } },
      )
      return matchedCount === 1
    },

    /** Removes a deleted conversation that has told so. */
    forgetDeleted: ({ orgId, _id }: Conversation) => Conversations.deleteOne({ _id, orgId, deleted: true, outbox: [] }),

    deleteOfChat: (orgId: number, kbId: string) => removeInPortions(Conversations.collection, { orgId, kbId }),
  }
}

const countedBy = (before: Feedback['thumb'] | null, now: Feedback['thumb']) => ({
  [`thumbs.${now}`]: before === now ? 0 : 1,
  ...(before && before !== now ? { [`thumbs.${before}`]: -1 } : {}),
})
