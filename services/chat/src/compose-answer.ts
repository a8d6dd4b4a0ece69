import { type Answer, answerTexts, type Source } from '@lectern/contracts'
import { type AskModel, type ModelQuestion, noAnswerMark } from './ask-model.ts'
import { type Block, markBlock, markUnsourced } from './mark-sources.ts'
import { bestQuote, firstWords, quoteSource } from './quote-passage.ts'
import type { Passage } from './rank-passages.ts'

/** An answer before it is kept. */
export type Composed = {
  type: 'answer' | 'no_answer'
  text: string
  sources: Source[]
  by: Answer['data']['by']
  notice: string | null
}

/** What a reader gets to see while an answer is made. `restart` takes back all text shown so far. */
export type Piece = { event: 'sources'; sources: Source[] } | { event: 'delta'; text: string } | { event: 'restart' }

const shownPassages = 3

/** The exact passages as the answer: quoted, numbered, each with its source. Nothing is made up. */
export function quotePassages(question: string, passages: Passage[], notice: string): Composed {
  const sources = passages.slice(0, shownPassages).flatMap((passage, index) => {
    const quote = bestQuote(passage, question)
    return quoteSource(passage, quote.text, quote.start, index + 1) ?? []
  })
  const text = sources.map((source) => `${blockQuote(source.quote)} [${source.n}]`).join('\n\n')
  return { type: 'answer', text, sources, by: 'passages', notice }
}

const blockQuote = (text: string) =>
  text
    .split(/\s*\n\s*/)
    .map((line) => `> ${line}`)
    .join('\n')

export const noAnswer = (
  by: Composed['by'],
  notice: string | null = null,
  text: string = answerTexts.noAnswer,
): Composed => ({ type: 'no_answer', text, sources: [], by, notice })

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
      if (held.startsWith(noAnswerMark)) return noAnswer('model')
      // A citation says that it is no refusal, whatever the words.
      if (noAnswerMark.startsWith(held) && !(isEnd && block.marks.size > 0)) continue
      decided = true
    }
    const text = held.trimEnd() + (isEnd ? markBlock(block) : '')
    held = held.slice(held.trimEnd().length)
    if (isEnd) blocks.push({ text: '', marks: new Set() })
    if (text !== '') yield { event: 'delta', text }
  }
  if (sources.length === 0) return noAnswer('model')
  return { type: 'answer', text: markUnsourced(blocks), sources, by: 'model', notice: null }
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
