import { type AnswerTexts, answerTexts, translatedAnswerTexts } from '@lectern/contracts'
import { deu, eng, fra, ita, nld, por, spa } from 'stopword'

type Language = keyof typeof translatedAnswerTexts

/** The small words by which a language shows; those that are written alike in English tell nothing. */
const english = new Set(eng)
const smallWords: Record<Language, Set<string>> = {
  de: own(deu),
  fr: own(fra),
  es: own(spa),
  it: own(ita),
  pt: own(por),
  nl: own(nld),
}

function own(words: string[]): Set<string> {
  return new Set(words.filter((word) => !english.has(word)))
}

/** What the product says itself, in the language of the question as far as that shows; else in English. */
export function textsFor(question: string): AnswerTexts {
  const words = question.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const most = { texts: answerTexts, words: words.filter((word) => english.has(word)).length }
  for (const [language, known] of Object.entries(smallWords) as [Language, Set<string>][]) {
    const found = words.filter((word) => known.has(word)).length
    if (found > most.words) Object.assign(most, { texts: translatedAnswerTexts[language], words: found })
  }
  return most.texts
}
