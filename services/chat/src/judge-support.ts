import type { Passage } from './rank-passages.ts'

/**
 * How sure it is that the passages tell what was asked: how near the first of them comes in meaning, and of the three that come
 * nearest, how near they are, how many of the question's words and of its names they hold, and how many of its neighboring
 * words are neighbors there.
 *
 * @param passages as they are ranked, best first
 */
export function supportOf(passages: Passage[]): number {
  const isByMeaning = passages.some(({ similarity }) => similarity !== null)
  const nearness = ({ similarity }: Passage) => similarity ?? (isByMeaning ? 0 : nearnessByWords)
  const nearest = passages.toSorted((a, b) => nearness(b) - nearness(a)).slice(0, 3)
  const most = (signal: (passage: Passage) => number) => Math.max(0, ...nearest.map(signal))
  const [first] = passages
  return (
    0.5 * (first ? nearness(first) : 0) +
    0.5 * most(nearness) +
    0.2 * most(({ held }) => held) +
    0.3 * most(({ pairs }) => pairs) +
    0.1 * most(({ named }) => named)
  )
}

/** So near are taken to be those that were searched by words alone: 95 % of what the documents do not tell is refused then, too. */
const nearnessByWords = 0.41

/** Below this the documents do not tell. `npm run bench:quality` shows what it refuses and what it lets through. */
export const enoughSupport = 0.64
