import { contentWords } from './words.ts'

/** So many letters that words share at their beginning make them kin: "nation" and "national". */
const kinLetters = 5
const kinCounts = 0.6

/** What a question asks for, to be looked up in texts: its words, each with what it counts. */
export type Wanted = {
  words: string[]
  /** The share of the question that these words tell, from 0 to 1. */
  told(words: ReadonlySet<string>): number
  /** The same, but a word's kin count too. */
  toldByKin(words: ReadonlySet<string>): number
  /** The share of the names and numbers it gives that are among these words; 1 where it gives none. */
  named(words: ReadonlySet<string>): number
  /** The share of its neighboring words that are neighbors here too. */
  pairsIn(words: string[]): number
}

/** The question's words, weighed by the texts that were found for it: a word that few of them hold tells them apart. */
export function weighWords(question: string, texts: ReadonlySet<string>[]): Wanted {
  const asked = contentWords(question)
  const words = [...new Set(asked)]
  const weights = words.map((word) => {
    const holding = texts.filter((held) => held.has(word)).length
    return 0.2 + Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5))
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const share = (counts: (word: string) => number) =>
    words.reduce((sum, word, index) => sum + counts(word) * (weights[index] ?? 0), 0) / whole
  const pairs = pairsOf(asked)
  const names = [...new Set((question.match(name) ?? []).flatMap(contentWords))]
  return {
    words,
    told: (held) => share((word) => (held.has(word) ? 1 : 0)),
    toldByKin: (held) => share((word) => (held.has(word) ? 1 : hasKin(held, word) ? kinCounts : 0)),
    named: (held) => (names.length === 0 ? 1 : names.filter((word) => held.has(word)).length / names.length),
    pairsIn(held) {
      if (pairs.size === 0) return 0
      let found = 0
      for (const pair of pairsOf(held)) if (pairs.has(pair)) found += 1
      return found / pairs.size
    },
  }
}

/** A word with a capital within a sentence, or a number. */
const name = /(?<!^|[.?!]\s+)\b(\p{Lu}[\p{L}\p{N}]*|\p{N}[\p{N}.,]*)/gu

/** Neighboring words. */
const pairsOf = (words: string[]): Set<string> =>
  new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`))

function hasKin(held: ReadonlySet<string>, word: string): boolean {
  if (word.length < kinLetters) return false
  const beginning = word.slice(0, kinLetters)
  for (const each of held) if (each.startsWith(beginning)) return true
  return false
}
