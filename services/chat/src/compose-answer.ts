import type { Answer, AnswerTexts, Source } from '@lectern/contracts'
import { type AskModel, type ModelQuestion, noAnswerMark } from './ask-model.ts'
import { chooseQuotes } from './choose-quotes.ts'
import { type Block, markBlock, markUnsourced } from './mark-sources.ts'
import type { NearSentence } from './near-sentences.ts'
import { firstWords, quoteSource } from './quote-passage.ts'
import type { Passage } from './rank-passages.ts'
import type { WrittenAnswer } from './written-answers.ts'

/** An answer before it is kept. */
export type Composed = {
  type: 'answer' | 'no_answer'
  text: string
  sources: Source[]
  by: Answer['data']['by']
  notice: string | null
  suggestions: string[]
}

/** What a reader gets to see while an answer is made. `restart` takes back all text shown so far. */
export type Piece = { event: 'sources'; sources: Source[] } | { event: 'delta'; text: string } | { event: 'restart' }

/** The words of the passages that most likely tell what was asked, each with its place. */
export const quotesOf = (question: string, passages: Passage[], near: NearSentence[]): Source[] =>
  chooseQuotes(question, passages, near).flatMap(
    ({ passage, text, start }, index) => quoteSource(passage, text, start, index + 1) ?? [],
  )

/** The exact passages as the answer: quoted, numbered, each with its source. Nothing is made up. */
export function quotePassages(sources: Source[], notice: string): Composed {
  const text = sources.map((source) => `${blockQuote(source.quote)} [${source.n}]`).join('\n\n')
  return { type: 'answer', text, sources, by: 'passages', notice, suggestions: [] }
}

/** What the owner wrote for this question, word for word; its source is the written answer itself. */
export function quoteOwner({ _id, answer }: WrittenAnswer, { writtenAnswer }: AnswerTexts): Composed {
  const quote = firstWords(answer).trimEnd()
  const source = { n: 1, file_id: _id, name: writtenAnswer, page: null, url: null, quote, start: 0, end: quote.length }
  return {
    type: 'answer',
    text: `${answer} [1]`,
    sources: [source],
    by: 'owner',
    notice: null,
    suggestions: [],
  }
}

const blockQuote = (text: string) =>
  text
    .split(/\s*\n\s*/)
    .map((line) => `> ${line}`)
    .join('\n')

export const noAnswer = (by: Composed['by'], text: string, notice: string | null = null): Composed => ({
  type: 'no_answer',
  text,
  sources: [],
  by,
  notice,
  suggestions: [],
})

/** The passages as they were found, before the model has chosen its words. */
export const candidates = (passages: Passage[]): Source[] =>
  passages.flatMap((passage, index) => quoteSource(passage, firstWords(passage.text), 0, index + 1) ?? [])

/**
 * The model's answer as it is written. Each quote is looked up in its passage; one that does not stand there is dropped.
 * Sentences that are left without a quote are marked; an answer with no quote that holds is no answer.
 * @throws ModelError
 */
export async function* writeAnswer(
  ask: AskModel,
  question: ModelQuestion,
  texts: AnswerTexts,
  signal: AbortSignal,
): AsyncGenerator<Piece, Composed> {
  const blocks: Block[] = [{ text: '', marks: new Set() }]
  let sources: Source[] = []
  let decided = false
  // Not shown yet: what may become a refusal, and blanks, which a mark would have to stand before.
  let held = ''

  for await (const part of ask(question, signal)) {
    const block = blocks.at(-1) as Block
    if (part.kind === 'citation') {
      const passage = question.passages[part.passage]
      const source = passage && quoteSource(passage, part.quote, part.start, sources.length + 1)
      if (!source) continue
      const known = sources.find((each) => isSamePlace(each, source))
      block.marks.add((known ?? source).n)
      if (known) continue
      sources = [...sources, source]
      yield { event: 'sources', sources }
      continue
    }
    const isEnd = part.kind === 'end'
    if (!isEnd) {
      block.text += part.text
      held += part.text
    }
    if (!decided) {
      held = held.trimStart()
      if (held.startsWith(noAnswerMark)) return noAnswer('model', texts.noAnswer)
      // A citation says that it is no refusal, whatever the words.
      if (noAnswerMark.startsWith(held) && !(isEnd && block.marks.size > 0)) continue
      decided = true
    }
    const text = held.trimEnd() + (isEnd ? markBlock(block) : '')
    held = held.slice(held.trimEnd().length)
    if (isEnd) blocks.push({ text: '', marks: new Set() })
    if (text !== '') yield { event: 'delta', text }
  }
  if (sources.length === 0) return noAnswer('model', texts.noAnswer)
  const text = markUnsourced(blocks, texts.unsourced)
  return { type: 'answer', text, sources, by: 'model', notice: null, suggestions: [] }
}

const isSamePlace = (one: Source, other: Source) =>
  one.file_id === other.file_id && one.page === other.page && one.start === other.start && one.end === other.end

/** What a reader has seen so far; `see` keeps it up with each piece. */
export type Seen = { text: string; sources: Source[] | null }

export function see(seen: Seen, piece: Piece): Piece {
  if (piece.event === 'restart') seen.text = ''
  else if (piece.event === 'delta') seen.text += piece.text
  else seen.sources = piece.sources
  return piece
}

/** The pieces that turn what a reader has seen into the final answer. */
export function* correct(seen: Seen, { text, sources }: Composed): Generator<Piece> {
  const rest = text.startsWith(seen.text) ? text.slice(seen.text.length) : null
  if (rest === null) yield { event: 'restart' }
  if (seen.sources !== sources) yield { event: 'sources', sources }
  if (rest !== '') yield { event: 'delta', text: rest ?? text }
}
