import { estimateTokens } from '@lectern/embedding/tokens'
import type { Page } from './page.ts'
import { type Range, splitParagraphs, splitters } from './split-text.ts'

/** A passage of a page: `text === page.text.slice(start, end)`, offsets in UTF-16 units. */
export type Chunk = { text: string; start: number; end: number; heading: string | null }

export type ChunkOptions = {
  /** How many tokens a text has for the embedder in use. Default: an estimate. */
  countTokens?: (text: string) => number
  /** Small paragraphs are gathered, and long ones split, to passages of about this many tokens. Default 200. */
  targetTokens?: number
  /** No passage, with its heading, has more tokens than this. A paragraph that has no more is kept whole. Default 256. */
  maxTokens?: number
}

// A heading closes a passage that has this many tokens; a smaller one goes on across it.
const enoughTokens = 60
// Of a heading longer than this share of a passage little is left for the passage.
const headingShare = 0.25

type Unit = Range & { tokens: number; opens: boolean }

/** Splits a page into passages that do not overlap and together hold all its text but blanks. */
export function chunkPage(page: Page, options: ChunkOptions = {}): Chunk[] {
  const count = options.countTokens ?? estimateTokens
  const max = options.maxTokens ?? 256
  const target = Math.min(options.targetTokens ?? 200, max)
  // Every count holds the marks around a text, which a passage has once.
  const marks = count('')
  const tokensOf = ({ start, end }: Range) => count(page.text.slice(start, end)) - marks
  const headings = new Set(page.headings.map((heading) => heading.offset))

  const units: Unit[] = splitParagraphs(page.text).flatMap((range) => {
    const tokens = tokensOf(range)
    const unit = { ...range, tokens, opens: headings.has(range.start) }
    return tokens + marks <= max ? [unit] : splitLong(page.text, unit, tokensOf, target - marks)
  })
  return gather(joinHeadings(units, max - marks), target - marks).map(({ start, end, tokens }) => {
    const heading = page.headings.findLast((each) => each.offset <= start)?.text ?? page.heading
    const isInText = heading !== null && page.text.startsWith(heading, start)
    const headingTokens = heading === null || isInText ? 0 : count(heading) - marks
    const fits = headingTokens <= max * headingShare && tokens + headingTokens + marks <= max
    return { text: page.text.slice(start, end), start, end, heading: fits ? heading : null }
  })
}

/** The text to embed for a chunk: its heading, unless it begins with it, and its words. */
export function textToEmbed(chunk: Chunk): string {
  return chunk.heading && !chunk.text.startsWith(chunk.heading) ? `${chunk.heading}\n${chunk.text}` : chunk.text
}

/** Passages of like size from a paragraph that is too long for one, at the best places there are. */
function splitLong(text: string, paragraph: Unit, tokensOf: (range: Range) => number, target: number): Unit[] {
  const pieces = cut(text, paragraph, tokensOf, target, 0)
  const total = pieces.reduce((sum, piece) => sum + piece.tokens, 0)
  const even = total / Math.ceil(total / target)
  const units: Unit[] = []
  for (const piece of pieces) {
    const unit = units.at(-1)
    // The one that crosses the even share still belongs to it if it crosses by less than half.
    if (unit && unit.tokens + piece.tokens / 2 <= even && unit.tokens + piece.tokens <= target) {
      unit.end = piece.end
      unit.tokens += piece.tokens
    } else units.push({ ...piece, opens: paragraph.opens && units.length === 0 })
  }
  return units
}

function cut(
  text: string,
  range: Range,
  tokensOf: (range: Range) => number,
  target: number,
  level: number,
): (Range & { tokens: number })[] {
  const tokens = tokensOf(range)
  const split = splitters[level]
  if (tokens <= target || !split) return [{ start: range.start, end: range.end, tokens }]
  return split(text, range).flatMap((part) => cut(text, part, tokensOf, target, level + 1))
}

/** A heading stays with what it is the heading of. */
function joinHeadings(units: Unit[], max: number): Unit[] {
  const joined: Unit[] = []
  let heading: Unit | undefined
  for (const unit of units) {
    if (heading && heading.tokens + unit.tokens <= max) {
      joined[joined.length - 1] = {
        start: heading.start,
        end: unit.end,
        tokens: heading.tokens + unit.tokens,
        opens: true,
      }
    } else joined.push(unit)
    heading = unit.opens ? joined.at(-1) : undefined
  }
  return joined
}

function gather(units: Unit[], target: number): Unit[] {
  const gathered: Unit[] = []
  for (const unit of units) {
    const last = gathered.at(-1)
    const isFull = !last || last.tokens + unit.tokens > target || (unit.opens && last.tokens >= enoughTokens)
    if (isFull) gathered.push({ ...unit })
    else {
      last.end = unit.end
      last.tokens += unit.tokens
    }
  }
  return gathered
}
