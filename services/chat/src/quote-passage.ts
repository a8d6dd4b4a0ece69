import { limits, type Source } from '@lectern/contracts'
import type { Passage } from './rank-passages.ts'
import { contentWords } from './words.ts'

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/**
 * The words of a passage that a source shows, found in the passage itself.
 * Null when they do not stand there, character by character.
 */
export function quoteSource(passage: Passage, quote: string, near: number, n: number): Source | null {
  const trimmed = quote.trim()
  if (trimmed === '') return null
  const leading = quote.indexOf(trimmed)
  const exact = passage.text.startsWith(trimmed, near + leading)
  const at = exact ? near + leading : passage.text.indexOf(trimmed)
  if (at < 0) return null
  const start = passage.start + at
  const { fileId, fileName, url = null, page } = passage
  return { n, file_id: fileId, name: fileName, page, url, quote: trimmed, start, end: start + trimmed.length }
}

/** The beginning of a passage, as long as a quote may be. */
export const firstWords = (text: string): string => cut(text, 0)[0]?.text ?? ''

/** The run of whole sentences, `limits.quote` characters at most, that has most of the question's words. */
export function bestQuote(passage: Passage, question: string): { text: string; start: number } {
  const wanted = new Set(contentWords(question))
  const parts = [...sentences.segment(passage.text)].flatMap(({ segment, index }) => cut(segment, index))
  let best = { text: parts[0]?.text ?? '', start: 0, score: -1 }
  for (let first = 0; first < parts.length; first++) {
    const start = parts[first]?.start ?? 0
    const found = new Set<string>()
    for (let last = first; last < parts.length; last++) {
      const part = parts[last]
      if (!part || part.start + part.text.length - start > limits.quote) break
      for (const word of contentWords(part.text)) if (wanted.has(word)) found.add(word)
      const text = passage.text.slice(start, part.start + part.text.length)
      // Of two that say as much, the one with more around it reads better.
      const score = found.size + text.length / (10 * limits.quote)
      if (score > best.score) best = { text, start, score }
    }
  }
  const text = best.text.trim()
  return { text, start: best.start + best.text.indexOf(text) }
}

/** A sentence longer than a quote may be is cut at spaces. */
function cut(text: string, start: number): { text: string; start: number }[] {
  if (text.length <= limits.quote) return [{ text, start }]
  const space = text.lastIndexOf(' ', limits.quote)
  const at = space > limits.quote / 2 ? space : limits.quote
  return [{ text: text.slice(0, at), start }, ...cut(text.slice(at), start + at)]
}
