import { type Answer, answerTexts, type Source } from '@lectern/contracts'
import { type AskModel, type ModelQuestion, noAnswerMark } from './ask-model.ts'
import { bestQuote, quoteSource } from './quote-passage.ts'
import type { Passage } from './retrieve-passages.ts'

/** An answer before it is kept. */
export type Composed = {
  type: 'answer' | 'no_answer'
  text: string
  sources: Source[]
  by: Answer['data']['by']
  notice: string | null
}

/** What a reader gets to see while an answer is made. */
export type Piece = { event: 'sources'; sources: Source[] } | { event: 'delta'; text: string }

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

export const noAnswer = (by: Composed['by'], notice: string | null, text: string = answerTexts.noAnswer): Composed => ({
  type: 'no_answer',
  text,
  sources: [],
  by,
  notice,
})

/** A citation's passage as a candidate, before the model has chosen its words. */
export const candidates = (passages: Passage[]): Source[] =>
  passages.flatMap((passage, index) => quoteSource(passage, passage.text, 0, index + 1) ?? [])

/**
 * The model's answer as it is written. Each quote is looked up in its passage; one that does not stand there is dropped.
 * An answer with no quote that holds is no answer.
 * @throws ModelError
 */
export async function* writeAnswer(
  ask: AskModel,
  question: ModelQuestion,
  signal: AbortSignal,
): AsyncGenerator<Piece, Composed> {
  const sources: Source[] = []
  let text = ''
  let held = ''
  let cited = new Set<number>()

  const cite = (passage: Passage | undefined, quote: string, start: number) => {
    const source = passage && quoteSource(passage, quote, start, sources.length + 1)
    if (!source) return false
    const known = sources.find(
      (each) =>
        each.file_id === source.file_id &&
        each.page === source.page &&
        each.start === source.start &&
        each.end === source.end,
    )
    if (!known) sources.push(source)
    cited.add((known ?? source).n)
    return !known
  }

  for await (const part of ask(question, signal)) {
    let fresh = ''
    if (part.kind === 'text') fresh = part.text
    else if (part.kind === 'citation') {
      if (cite(question.passages[part.passage], part.quote, part.start))
        yield { event: 'sources', sources: [...sources] }
    } else if (cited.size > 0) {
      fresh = ` ${[...cited].map((n) => `[${n}]`).join('')}`
      cited = new Set()
    }
    text += fresh
    held += fresh
    // Until it is clear that the model does not refuse, nothing is shown.
    if (held === '' || noAnswerMark.startsWith(text.trim())) continue
    if (text.trim().startsWith(noAnswerMark)) break
    yield { event: 'delta', text: held }
    held = ''
  }
  if (sources.length === 0) return noAnswer('model', null)
  return { type: 'answer', text: text.trim(), sources, by: 'model', notice: null }
}
