import type { Page } from './page.ts'

/** A passage of a page: `text === page.text.slice(start, end)`, offsets in UTF-16 units. */
export type Chunk = { text: string; start: number; end: number; heading: string | null }

export type ChunkOptions = {
  /** How many tokens a text has for the embedder in use. Default: an estimate. */
  countTokens?: (text: string) => number
  /** Passages are filled up to about this many tokens. Default 200. */
  targetTokens?: number
  /** No passage, with its heading, has more tokens than this. Default 256. */
  maxTokens?: number
}

/** Splits a page into passages that do not overlap and together hold all its text. */
export function chunkPage(page: Page, _options: ChunkOptions = {}): Chunk[] {
  return [{ text: page.text, start: 0, end: page.text.length, heading: page.heading }]
}

/** The text to embed for a chunk: its heading, unless it begins with it, and its words. */
export function textToEmbed(chunk: Chunk): string {
  return chunk.heading && !chunk.text.startsWith(chunk.heading) ? `${chunk.heading}\n${chunk.text}` : chunk.text
}
