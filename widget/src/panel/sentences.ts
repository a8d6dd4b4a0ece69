import { spoken } from '@lectern/conversation'

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'sentence' }) : null

/** Where each sentence of a text starts. A line break ends one too. */
const startsOf = (text: string): number[] =>
  segmenter
    ? [...segmenter.segment(text)].map(({ index }) => index)
    : [0, ...[...text.matchAll(/[.!?。！？]\s+|\n+/g)].map(({ index, 0: end }) => index + end.length)]

/**
 * The sentences of a growing text that have become complete since `from`, as they are read out, and where the next begins.
 * A sentence is complete when another has begun, or the text has ended.
 */
export function finishedSentences(text: string, from: number, hasEnded: boolean): { said: string[]; next: number } {
  const rest = text.slice(from)
  const starts = [...startsOf(rest), ...(hasEnded ? [rest.length] : [])]
  const said = starts.slice(1).map((end, index) => spoken(rest.slice(starts[index], end)))
  return { said: said.filter((sentence) => sentence !== ''), next: from + (starts.at(-1) ?? 0) }
}
