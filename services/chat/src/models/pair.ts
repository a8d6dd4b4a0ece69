import { createHash } from 'node:crypto'
import { removeInPortions } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** A question with the answer its owner wrote. `_id` is made of chat and question, so that a question has one answer. */
export type Pair = {
  _id: string
  orgId: number
  kbId: string
  question: string
  answer: string
  /** The question's vector, and the embedder that made it. */
  embedder: string
  vector: Uint8Array
  updatedAt: Date
}

const schema = new Schema<Pair>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  kbId: { type: String, required: true },
  question: { type: String, required: true },
  answer: { type: String, required: true },
  embedder: { type: String, required: true },
  vector: { type: Buffer, required: true },
  updatedAt: { type: Date, required: true },
})
schema.index({ orgId: 1, kbId: 1, updatedAt: -1 })

/** The same for questions that differ in blanks, case and closing marks only. */
const pairId = (kbId: string, question: string): string => {
  const same = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.?!。？！]+$/u, '')
    .trim()
  return createHash('sha256').update(`${kbId}\n${same}`).digest('base64url').slice(0, 24)
}

export type NewPair = Pick<Pair, 'question' | 'answer' | 'vector'>

export type Pairs = ReturnType<typeof pairModel>

export function pairModel(db: Connection) {
  const Pairs = db.model<Pair>('Pair', schema)

  return {
    model: Pairs,
    idOf: pairId,

    /** Keeps answers; one that stands for the same question is replaced. */
    async keep(orgId: number, kbId: string, embedder: string, pairs: NewPair[]): Promise<void> {
      const updatedAt = new Date()
      await Pairs.bulkWrite(
        pairs.map(({ question, answer, vector }) => ({
          updateOne: {
            filter: { _id: pairId(kbId, question), orgId },
            update: { $set: { kbId, question, answer, embedder, vector: Buffer.from(vector), updatedAt } },
            upsert: true,
          },
        })),
      )
    },

    find: (orgId: number, id: string) => Pairs.findOne({ _id: id, orgId }).lean<Pair>(),

    count: (orgId: number, kbId: string) => Pairs.countDocuments({ orgId, kbId }),

    list: (orgId: number, kbId: string, page: number, size: number) =>
      Pairs.find({ orgId, kbId }, { vector: 0 })
        .sort({ updatedAt: -1, _id: 1 })
        .skip((page - 1) * size)
        .limit(size)
        .lean<Omit<Pair, 'vector'>[]>(),

    all: (orgId: number, kbId: string, most: number) =>
      Pairs.find({ orgId, kbId }).sort({ _id: 1 }).limit(most).lean<Pair[]>(),

    /** False when there is none. */
    remove: async (orgId: number, id: string) => (await Pairs.deleteOne({ _id: id, orgId })).deletedCount === 1,

    removeOfChat: (orgId: number, kbId: string) => removeInPortions(Pairs.collection, { orgId, kbId }),
  }
}
