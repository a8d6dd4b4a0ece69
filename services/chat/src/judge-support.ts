import type { Passage } from './rank-passages.ts'

/**
 * How sure it is that the passages tell what was asked, by the three that are nearest in meaning: how near they are, how many
 * of the question's words and of its names they hold, and how many of its neighboring words are neighbors there.
 */
export function supportOf(passages: Passage[]): number {
  const nearness = ({ similarity }: Passage) => similarity ?? 0
  const nearest = passages.toSorted((a, b) => nearness(b) - nearness(a)).slice(0, 3)
  const most = (signal: (passage: Passage) => number) => Math.max(0, ...nearest.map(signal))
  return (
    most(nearness) +
    0.4 * most(({ held }) => held) +
    0.6 * most(({ pairs }) => pairs) +
    0.15 * most(({ named }) => named)
  )
}

/** Below this the documents do not tell. `npm run bench:quality` shows what it refuses and what it lets through. */
export const enoughSupport = 0.68
