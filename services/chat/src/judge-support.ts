import type { Passage } from './retrieve-passages.ts'
import { contentWords } from './words.ts'

/**
 * How sure it is that the passages tell what was asked, from about 0 to 1: the nearest meaning found, and how many
 * of the question's words stand together in one passage.
 */
export function supportOf(question: string, passages: Passage[]): number {
  const nearest = Math.max(0, ...passages.map(({ similarity }) => similarity ?? 0))
  const wanted = [...new Set(contentWords(question))]
  if (wanted.length === 0) return nearest
  const covered = passages.slice(0, 3).map(({ text, heading }) => {
    const words = new Set(contentWords(`${heading ?? ''} ${text}`))
    return wanted.filter((word) => words.has(word)).length / wanted.length
  })
  return 0.5 * nearest + 0.5 * Math.max(0, ...covered)
}

/** Below this the documents do not tell. See `npm run bench:quality` for what it refuses and what it lets through. */
export const enoughSupport = 0.42
