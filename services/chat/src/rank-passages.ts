import type { ChunkDocument } from '@lectern/contracts/chunk-index'
import { weighWords } from './weigh-words.ts'
import { contentWords, sentencesOf } from './words.ts'

/** A passage that was found, and how well it fits the question. */
export type Passage = Pick<
  ChunkDocument,
  'fileId' | 'fileName' | 'url' | 'page' | 'heading' | 'text' | 'start' | 'end'
> & {
  id: string
  score: number
  /** How alike its vector and the question's are; null where it was not found by meaning. */
  similarity: number | null
  /** BM25 score; null where it was not found by words. */
  words: number | null
  /** How many of the question's words stand in its best sentence, from 0 to 1; rare words count more. */
  told: number
  /** How many of the question's words it holds anywhere, from 0 to 1; each counts the same. */
  held: number
  /** How many of the names and numbers in the question it holds, from 0 to 1. */
  named: number
  /** How many of the question's neighboring words are neighbors here too, from 0 to 1. */
  pairs: number
}

export type Hit = { id: string; score: number; source: ChunkDocument }

/**
 * How much each signal counts: meaning, words (BM25), and which of the question's words and their kin stand in one sentence,
 * in all of the passage with the names of its file and heading, and as neighbors. `npm run bench:quality` shows what they find.
 */
const weights = { similarity: 7, words: 1, told: 0.25, toldByKin: 0.3, held: 0.9, pairs: 0.2 }

/** Of so many the words are looked at; the rest is too far from the question to come first. */
const lookedAt = 12

/** Fuses what was found by words (BM25) and by meaning (likeness of vectors), best first. */
export function rankPassages(question: string, byWords: Hit[], byMeaning: Hit[]): Passage[] {
  const passages = new Map<string, Passage>()
  const passage = ({ id, source }: Hit): Passage => {
    const known = passages.get(id) ?? {
      ...source,
      id,
      score: 0,
      similarity: null,
      words: null,
      told: 0,
      held: 0,
      named: 0,
      pairs: 0,
    }
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

  lookAtWords(question, ranked.slice(0, lookedAt))
  return ranked.sort((a, b) => b.score - a.score)
}

function lookAtWords(question: string, passages: Passage[]): void {
  const sentences = passages.map(({ text }) => sentencesOf(text).map(contentWords))
  const held = sentences.map((parts) => new Set(parts.flat()))
  const wanted = weighWords(question, held)
  for (const [index, passage] of passages.entries()) {
    const parts = sentences[index] ?? []
    const most = (told: (words: ReadonlySet<string>) => number) =>
      Math.max(0, ...parts.map((part) => told(new Set(part))))
    const words = held[index] ?? new Set()
    passage.told = most(wanted.told)
    passage.held = wanted.words.filter((word) => words.has(word)).length / (wanted.words.length || 1)
    passage.named = wanted.named(words)
    passage.pairs = wanted.pairsIn(parts.flat())
    passage.score +=
      weights.told * passage.told +
      weights.toldByKin * most(wanted.toldByKin) +
      weights.held * wanted.toldByKin(new Set([...words, ...namesOf(passage)])) +
      weights.pairs * passage.pairs
  }
}

/** What a passage is about often stands in the name of its file or its heading alone. */
const namesOf = ({ fileName, heading }: Passage): string[] =>
  contentWords(`${fileName.replace(/\.\w+$/, '').replaceAll('_', ' ')} ${heading ?? ''}`)
