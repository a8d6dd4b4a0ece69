import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'
import { eng } from 'stopword'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const common = new Set(eng)
const stems = new LRUCache<string, string>({ max: 20_000 })
// Scripts that put no blanks between words; only these need the slower segmenter.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** The words of a text that carry meaning, in lower case and by their stem, in order. */
export function contentWords(text: string): string[] {
  const found: string[] = []
  for (const word of wordsOf(text.toLowerCase())) if (!common.has(word)) found.push(stem(word))
  return found
}

function wordsOf(text: string): string[] {
  if (!unspaced.test(text)) return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const made = stemmer(word)
  stems.set(word, made)
  return made
}

/** The sentences of a text, roughly: enough to tell which words stand together. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?]["”’)\]]*)\s+|(?<=[。！？])|\n+/u).filter((part) => part !== '')

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const marker = /\(?(?:\p{N}{1,3}|\p{L})[.)]\s*$/u
const lineBegins = /(?:^|\n)[^\S\n]*$/

/** Where the sentences of a text stand. The end of a line is no end of a sentence, nor is the number of an item in a list. */
export function sentenceRanges(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  let start = 0
  for (const { segment, index } of sentences.segment(text.replace(/\s/g, ' '))) {
    const item = marker.exec(segment)
    const isItem = item !== null && lineBegins.test(text.slice(0, index + item.index))
    const end = index + (isItem ? item.index : segment.length)
    if (end > start) ranges.push({ start, end })
    start = end
  }
  if (start < text.length) ranges.push({ start, end: text.length })
  return ranges
}
