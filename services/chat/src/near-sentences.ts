import { cosine, type Embedder, EmbeddingError } from '@lectern/embedding'
import { LRUCache } from 'lru-cache'
import type { Passage } from './rank-passages.ts'
import { sentenceRanges } from './words.ts'

/** A sentence of a text, and how alike it and the question are in meaning. */
export type NearSentence = { start: number; end: number; likeness: number }

export type NearSentences = (question: string, passages: Pick<Passage, 'text'>[]) => Promise<NearSentence[]>

/** Of a longer text only the beginning is looked at. */
const mostSentences = 16
const textsRemembered = 1000
const none = new Float32Array()

/** Tells how near the sentences of the first passage come to a question. Nothing where each look would be a call to another machine. */
export function createNearSentences(
  embedder: Pick<Embedder, 'isLocal' | 'embedDocuments' | 'embedQuery'>,
): NearSentences {
  if (!embedder.isLocal) return async () => []
  const memory = new LRUCache<string, Float32Array[]>({ max: textsRemembered })
  return async (question, [first]) => {
    const text = first?.text ?? ''
    const ranges = sentenceRanges(text).slice(0, mostSentences)
    try {
      const asked = await embedder.embedQuery(question)
      const vectors =
        memory.get(text) ?? (await embedder.embedDocuments(ranges.map(({ start, end }) => text.slice(start, end))))
      memory.set(text, vectors)
      return ranges.map((range, place) => ({ ...range, likeness: cosine(asked, vectors[place] ?? none) }))
    } catch (error) {
      if (error instanceof EmbeddingError) return []
      throw error
    }
  }
}
