import { limits, type Source } from '@lectern/contracts'
import type { Passage } from './rank-passages.ts'

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
  const end = start + trimmed.length
  const before = lastWords(passage.text.slice(0, at)).trim()
  const after = firstWords(passage.text.slice(at + trimmed.length)).trim()
  return {
    ...{ n, file_id: fileId, name: fileName, page, url, quote: trimmed, start, end },
    ...(before && { before }),
    ...(after && { after }),
  }
}

/** The beginning of a text, as long as a quote may be. */
export function firstWords(text: string): string {
  if (text.length <= limits.quote) return text
  const space = text.lastIndexOf(' ', limits.quote)
  return text.slice(0, space > limits.quote / 2 ? space : limits.quote)
}

/** The end of a text, as long as a quote may be. */
function lastWords(text: string): string {
  if (text.length <= limits.quote) return text
  const from = text.length - limits.quote
  const space = text.indexOf(' ', from)
  return text.slice(space >= 0 && space < from + limits.quote / 2 ? space : from)
}
