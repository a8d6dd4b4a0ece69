import type { ChunkDocument } from '@lectern/contracts/chunk-index'
import { contentWords, sentencesOf } from './words.ts'

/** A passage that was found, and how well it fits the question. */
export type Passage = Pick<
  ChunkDocument,
  'fileId' | 'fileName' | 'url' | 'page' | 'heading' | 'text' | 'start' | 'end'
> & {
  id: string
  score: number
  /** Cosine of its vector and the question's; null where it was not found by meaning. */
  similarity: number | null
  /** BM25 score; null where it was not found by words. */
  words: number | null
  /** How many of the question's words stand in its best sentence, from 0 to 1; rare words count more. */
  told: number
  /** How many of the question's neighboring words are neighbors here too, from 0 to 1. */
  pairs: number
}

export type Hit = { id: string; score: number; source: ChunkDocument }

/** How much each signal counts. `npm run bench:quality` shows what they find. */
const weights = { similarity: 2, words: 0.3, told: 0.7 }

/** Of so many the words are looked at; the rest is too far from the question to come first. */
const lookedAt = 8

/** Fuses what was found by words (BM25) and by meaning (cosine), best first. */
export function rankPassages(question: string, byWords: Hit[], byMeaning: Hit[]): Passage[] {
  const passages = new Map<string, Passage>()
  const passage = ({ id, source }: Hit): Passage => {
    const known = passages.get(id) ?? { ...source, id, score: 0, similarity: null, words: null, told: 0, pairs: 0 }
    passages.set(id, known)
    return known
  }
  for (const hit of byWords) passage(hit).words = hit.score
  for (const hit of byMeaning) passage(hit).similarity = hit.score

  // What one search did not find comes a little after the last that it found.
  const mostWords = byWords[0]?.score || 1
  const leastWords = 0.7 * (byWords.at(-1)?.score ?? 0)
  const leastSimilarity = (byMeaning.at(-1)?.score ?? 0) - 0.05
  const ranked = [...passages.values()]
  for (const each of ranked)
    each.score =
      weights.words * ((each.words ?? leastWords) / mostWords) +
      weights.similarity * (each.similarity ?? leastSimilarity)
  ranked.sort((a, b) => b.score - a.score)

  const nearest = ranked.slice(0, lookedAt)
  lookAtWords(question, nearest)
  for (const each of nearest) each.score += weights.told * each.told
  return ranked.sort((a, b) => b.score - a.score)
}

function lookAtWords(question: string, passages: Passage[]): void {
  const asked = contentWords(question)
  const wanted = [...new Set(asked)]
  const wantedPairs = pairsOf(asked)
  const sentences = passages.map(({ text }) => sentencesOf(text).map(contentWords))
  const held = sentences.map((parts) => new Set(parts.flat()))
  // A word that few of them hold tells them apart.
  const weight = new Map(
    wanted.map((word) => {
      const holding = held.filter((words) => words.has(word)).length
      return [word, 0.2 + Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5))]
    }),
  )
  const weightOf = (words: Iterable<string>) => {
    let sum = 0
    for (const word of words) sum += weight.get(word) ?? 0
    return sum
  }
  const whole = weightOf(wanted) || 1
  for (const [index, passage] of passages.entries()) {
    const parts = sentences[index] ?? []
    passage.told = Math.max(0, ...parts.map((part) => weightOf(new Set(part)) / whole))
    const pairs = pairsOf(parts.flat())
    passage.pairs =
      wantedPairs.size > 0 ? [...wantedPairs].filter((pair) => pairs.has(pair)).length / wantedPairs.size : 0
  }
}

const pairsOf = (words: string[]) => new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`))
