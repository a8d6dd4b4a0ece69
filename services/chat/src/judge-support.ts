import type { Passage } from './rank-passages.ts'

/**
 * How sure it is that the passages tell what was asked: how near the nearest is in meaning, how many of the question's
 * words and of its names it holds, and how many of its neighboring words are neighbors there.
 */
export function supportOf(passages: Passage[]): number {
  const best = passages.slice(0, 3)
  const most = (signal: (passage: Passage) => number) => Math.max(0, ...best.map(signal))
  return (
    most(({ similarity }) => similarity ?? 0) +
    0.5 * most(({ held }) => held) +
    0.6 * most(({ pairs }) => pairs) +
    0.2 * most(({ named }) => named)
  )
}

/** Below this the documents do not tell. `npm run bench:quality` shows what it refuses and what it lets through. */
export const enoughSupport = 0.85
