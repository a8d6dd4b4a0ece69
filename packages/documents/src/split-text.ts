/** A stretch of a text, in UTF-16 units, with no blanks at its ends. */
export type Range = { start: number; end: number }

/** Splits a range of a text into smaller ones that together hold all of it but blanks. */
type Splitter = (text: string, range: Range) => Range[]

/** The paragraphs of a text: what blank lines part. */
export function splitParagraphs(text: string): Range[] {
  return splitAfter(text, { start: 0, end: text.length }, /\n[ \t]*\n/g)
}

/** Ways to split what is too long, the best first. The last one always makes it short enough. */
export const splitters: readonly Splitter[] = [
  (text, range) => segments(text, range, 'sentence'),
  (text, range) => splitAfter(text, range, /\n/g),
  (text, range) => splitAfter(text, range, /[;,；，、](?=\s|[^\p{N}])/gu),
  (text, range) => splitAfter(text, range, /\s/g),
  (text, range) => segments(text, range, 'word'),
  // Cut by code points, in case what looks like a word is not one.
  (text, range) => splitAfter(text, range, /[\s\S]{1,40}/gu),
]

function splitAfter(text: string, { start, end }: Range, ends: RegExp): Range[] {
  const ranges: Range[] = []
  let from = start
  const part = text.slice(start, end)
  for (const match of part.matchAll(ends)) {
    const to = start + match.index + match[0].length
    push(ranges, text, from, to)
    from = to
  }
  push(ranges, text, from, end)
  return ranges
}

const segmenters = {
  sentence: new Intl.Segmenter('en', { granularity: 'sentence' }),
  word: new Intl.Segmenter('en', { granularity: 'word' }),
}

/** A line end within a paragraph is no end of a sentence, as the segmenter would have it. */
function segments(text: string, { start, end }: Range, granularity: 'sentence' | 'word'): Range[] {
  const ranges: Range[] = []
  const part = text.slice(start, end).replace(/\s/g, ' ')
  for (const { index, segment } of segmenters[granularity].segment(part)) {
    push(ranges, text, start + index, start + index + segment.length)
  }
  return ranges
}

function push(ranges: Range[], text: string, from: number, to: number): void {
  const part = text.slice(from, to)
  const start = from + part.length - part.trimStart().length
  const end = from + part.trimEnd().length
  if (start < end) ranges.push({ start, end })
}
