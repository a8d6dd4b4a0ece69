import { stemmer } from 'stemmer'
import { eng, removeStopwords } from 'stopword'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text that carry meaning, in lower case and by their stem, in order. */
export function contentWords(text: string): string[] {
  const words = [...segmenter.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
  return removeStopwords(words, eng).map(stemmer)
}
