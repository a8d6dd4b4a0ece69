import { limits } from '@lectern/contracts'
import { kindAsked } from './kind-asked.ts'
import type { NearSentence } from './near-sentences.ts'
import type { Passage } from './rank-passages.ts'
import { type Wanted, weighWords } from './weigh-words.ts'
import { contentWords, sentenceRanges } from './words.ts'

/** Words of a passage that may be shown: `text === passage.text.slice(start, start + text.length)`. */
export type Quote = { passage: Passage; text: string; start: number }

/** A part of a sentence; `opens` and `closes` tell whether it begins and ends it. */
type Part = { start: number; end: number; opens: boolean; closes: boolean; words: string[]; told: number }
type Candidate = Quote & { end: number; score: number }

/** Quotes are chosen from so many passages, */
const looked = 5
/** none of them much worse than the best. */
const farBehind = 2.5
/**
 * How much it counts what the best part of a quote tells, its neighboring words, how near in meaning its best sentence is, that
 * it has the kind of thing asked for, the more so beside what it tells, its length and whole sentences.
 */
const weights = { one: 0.5, pairs: 0.3, near: 1.5, kind: 0.15, kindTold: 0.2, length: 0.2, opens: 0.1, closes: 0.05 }

/**
 * The quotes that most likely hold what was asked, best first, none longer than `limits.quote` and none twice. Several may be
 * of one passage. `near` are the sentences of the first passage, where their likeness to the question is known.
 */
export function chooseQuotes(question: string, passages: Passage[], near: NearSentence[] = []): Quote[] {
  const best = passages[0]?.score ?? 0
  const wanted = weighWords(
    question,
    passages.map(({ text }) => new Set(contentWords(text))),
  )
  const fits = fitsKind(question)
  const farthest = Math.min(...near.map(({ likeness }) => likeness))
  const likenessIn = (passage: Passage, from: number, to: number) =>
    passage === passages[0]
      ? Math.max(farthest, ...near.filter(isMostly(from, to)).map(({ likeness }) => likeness))
      : farthest
  const candidates = passages
    .slice(0, looked)
    .filter(({ score }) => score > best - farBehind)
    .flatMap((passage) =>
      windowsOf(passage, wanted, fits).map((each) => ({
        ...each,
        score:
          each.score +
          passage.score -
          best +
          (near.length > 0 ? weights.near * likenessIn(passage, each.start, each.end) : 0),
      })),
    )
    .sort((a, b) => b.score - a.score)
  const chosen: Candidate[] = []
  for (const each of candidates) {
    if (chosen.length === limits.quotes) break
    const overlaps = chosen.some(
      ({ passage, start, end }) => passage.id === each.passage.id && start < each.end && each.start < end,
    )
    if (!overlaps) chosen.push(each)
  }
  return chosen
}

/** More than half of the sentence lies between these places. */
const isMostly =
  (from: number, to: number) =>
  ({ start, end }: NearSentence) =>
    Math.min(end, to) - Math.max(start, from) > (end - start) / 2

/** Every run of parts that is no longer than a quote may be. */
function windowsOf(passage: Passage, wanted: Wanted, fits: (text: string) => boolean): Candidate[] {
  const parts = partsOf(passage.text, wanted)
  const found: Candidate[] = []
  for (const [first, { start, opens }] of parts.entries()) {
    const words: string[] = []
    let best = 0
    for (const { end, closes, words: own, told } of parts.slice(first)) {
      if (end - start > limits.quote) break
      words.push(...own)
      best = Math.max(best, told)
      const text = passage.text.slice(start, end)
      const score =
        wanted.told(new Set(words)) +
        weights.one * best +
        weights.pairs * wanted.pairsIn(words) +
        (fits(text) ? weights.kind + weights.kindTold * best : 0) +
        (weights.length * text.length) / limits.quote +
        weights.opens * Number(opens) +
        weights.closes * Number(closes)
      found.push({ passage, text, start, end, score })
    }
  }
  return found
}

const clauseEnds = /(?<=[,;:–—，；：、])\s*(?=\S)/gu

/** The sentences of a text, cut at their commas and where a part would be longer than a quote may be. */
function partsOf(text: string, wanted: Wanted): Part[] {
  const parts: Part[] = []
  for (const sentence of sentenceRanges(text)) {
    const clauses = text.slice(sentence.start, sentence.end).replace(/\s/g, ' ').matchAll(clauseEnds)
    const stops = [...clauses].map((match) => sentence.start + match.index + match[0].length)
    const own: Part[] = []
    let { start } = sentence
    for (const stop of [...stops, sentence.end]) {
      for (const range of short(text, start, stop)) {
        const words = contentWords(text.slice(range.start, range.end))
        own.push({ ...range, opens: own.length === 0, closes: false, words, told: wanted.told(new Set(words)) })
      }
      start = stop
    }
    const last = own.at(-1)
    if (last) last.closes = true
    parts.push(...own)
  }
  return parts
}

/** A range without blanks at its ends, cut at blanks where it is longer than a quote may be. */
function short(text: string, from: number, to: number): { start: number; end: number }[] {
  const part = text.slice(from, to)
  const start = from + part.length - part.trimStart().length
  const end = from + part.trimEnd().length
  if (start >= end) return []
  if (end - start <= limits.quote) return [{ start, end }]
  const space = text.lastIndexOf(' ', start + limits.quote)
  const at = space > start + limits.quote / 2 ? space : start + limits.quote
  return [{ start, end: at }, ...short(text, at, end)]
}

const number =
  /\p{N}|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|quarter|first|second|third|once|twice)\b/iu
const time =
  /\b(1\d{3}|20\d\d)s?\b|\b\d{1,2}(:\d\d)? ?([ap]\.?m|o'clock)\b|\b(January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|century|daily|weekly|monthly|yearly|annually|midnight|noon|morning|afternoon|evening|night)\b|\b\d{3} (AD|BC)\b/iu

/** Whether a text has something of the kind that is asked for, which the question does not say itself. */
function fitsKind(question: string): (text: string) => boolean {
  const said = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const news = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !said.has(word.toLowerCase()))
  const kinds = {
    number: (text: string) => news(text).some((word) => number.test(word)),
    time: (text: string) => time.test(news(text).join(' ')),
    name: (text: string) =>
      news(text)
        .slice(1)
        .some((word) => /^\p{Lu}/u.test(word)),
    other: () => false,
  }
  return kinds[kindAsked(question)]
}
