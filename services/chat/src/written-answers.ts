import { limits } from '@lectern/contracts'
import { cosine, type Embedder } from '@lectern/embedding'
import { CallError } from '@lectern/service'
import { LRUCache } from 'lru-cache'
import { kindAsked } from './kind-asked.ts'
import type { Pair, Pairs } from './models/pair.ts'
import { contentWords } from './words.ts'

/** An answer its owner wrote, and how near its question is to the one that was asked. */
export type WrittenAnswer = Pick<Pair, '_id' | 'question' | 'answer'> & { similarity: number }

type Known = Pick<Pair, '_id' | 'question' | 'answer'> & { vector: Float32Array; words: string }

/** From this likeness on two questions ask the same, if they ask for the same kind of thing: who did it is not when. */
const sameQuestion = 0.92
/** What another process wrote shows after so long. */
const rememberedMs = 5000

export type WrittenAnswers = ReturnType<typeof writtenAnswers>

/** The answers that owners wrote: found by the likeness of questions, in memory, as a chat has few of them. */
export function writtenAnswers(pairs: Pairs, embedder: Pick<Embedder, 'id' | 'embedQuery' | 'embedQueries'>) {
  const memory = new LRUCache<string, Promise<Known[]>>({ max: 500, ttl: rememberedMs })
  const place = (orgId: number, kbId: string) => `${orgId} ${kbId}`

  const embed = async (questions: string[]) => (await embedder.embedQueries(questions)).map((vector) => bytesOf(vector))

  /** Those of another embedder get new vectors. */
  const read = async (orgId: number, kbId: string): Promise<Known[]> => {
    const found = await pairs.all(orgId, kbId, limits.pairsPerChat)
    const old = found.filter((pair) => pair.embedder !== embedder.id)
    if (old.length > 0) {
      const vectors = await embed(old.map(({ question }) => question))
      for (const [index, pair] of old.entries()) pair.vector = vectors[index] ?? pair.vector
      await pairs.keep(orgId, kbId, embedder.id, old)
    }
    return found.map(({ _id, question, answer, vector }) => ({
      _id,
      question,
      answer,
      vector: floatsOf(vector),
      words: wordsOf(question),
    }))
  }

  const known = (orgId: number, kbId: string): Promise<Known[]> => {
    const key = place(orgId, kbId)
    const kept = memory.get(key)
    if (kept) return kept
    const reading = read(orgId, kbId)
    memory.set(key, reading)
    reading.catch(() => memory.delete(key))
    return reading
  }

  /** All of a chat, the nearest first. */
  const nearest = async (orgId: number, kbId: string, question: string): Promise<WrittenAnswer[]> => {
    const all = await known(orgId, kbId)
    if (all.length === 0) return []
    const vector = await embedder.embedQuery(question)
    const words = wordsOf(question)
    return all
      .map((each) => ({
        _id: each._id,
        question: each.question,
        answer: each.answer,
        similarity: each.words === words && words !== '' ? 1 : cosine(each.vector, vector),
      }))
      .sort((a, b) => b.similarity - a.similarity)
  }

  return {
    nearest,

    /** The answer to this question, where its owner wrote one. */
    async find(orgId: number, kbId: string, question: string): Promise<WrittenAnswer | null> {
      const kind = kindAsked(question)
      const same = (await nearest(orgId, kbId, question)).find((each) => kindAsked(each.question) === kind)
      return same && same.similarity >= sameQuestion ? same : null
    },

    /** @throws CallError pair_limit */
    async write(orgId: number, kbId: string, written: { question: string; answer: string }[]): Promise<void> {
      const last = new Map(written.map((each) => [pairs.idOf(kbId, each.question), each]))
      const there = new Set((await known(orgId, kbId)).map(({ _id }) => _id))
      const added = [...last.keys()].filter((id) => !there.has(id)).length
      if (added > 0 && (await pairs.count(orgId, kbId)) + added > limits.pairsPerChat) throw new CallError('pair_limit')
      const fresh = [...last.values()]
      const vectors = await embed(fresh.map(({ question }) => question))
      await pairs.keep(
        orgId,
        kbId,
        embedder.id,
        fresh.map((each, index) => ({ ...each, vector: vectors[index] ?? new Uint8Array() })),
      )
      memory.delete(place(orgId, kbId))
    },

    async remove(orgId: number, { _id, kbId }: Pick<Pair, '_id' | 'kbId'>): Promise<boolean> {
      const removed = await pairs.remove(orgId, _id)
      memory.delete(place(orgId, kbId))
      return removed
    },
  }
}

const wordsOf = (question: string) => contentWords(question).join(' ')

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)

/** From the driver bytes come wrapped, and at any offset. */
function floatsOf(vector: Uint8Array | { buffer: Uint8Array }): Float32Array {
  const bytes = vector instanceof Uint8Array ? vector : vector.buffer
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
