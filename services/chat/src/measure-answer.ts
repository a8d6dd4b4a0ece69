import { counter, countFor, histogram } from '@lectern/service'
import type { Composed } from './compose-answer.ts'

const seconds = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10, 20, 60, 180]

const firstText = histogram('answer_first_text_seconds', 'Time from a question to the first text', ['by'], seconds)
const answers = histogram(
  'answer_duration_seconds',
  'Time from a question to the end of its answer',
  ['type', 'by'],
  seconds,
)
const modelFailures = counter('model_failures_total', 'Questions that the model could not answer')
const allowance = counter('quota_reservations_total', 'Answers of the month: reserved, refused, kept, given_back', [
  'outcome',
])
const modelTokens = counter('model_tokens_total', 'Tokens that the model read and wrote', ['model', 'kind'])
const modelCost = counter('model_cost_dollars_total', 'What these tokens cost by the prices that are set', ['model'])

/** Measures one question, from now on. */
export function measureAnswer(orgId: number) {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  let hasText = false
  return {
    /** Some text is on its way to the reader. */
    text(by: Composed['by']) {
      if (!hasText) firstText.observe({ by }, passed())
      hasText = true
    },
    end({ type, by }: Pick<Composed, 'type' | 'by'>) {
      answers.observe({ type, by }, passed())
      countFor(orgId, type)
    },
    modelFailed: () => modelFailures.inc(),
    allowance(outcome: 'reserved' | 'refused' | 'kept' | 'given_back') {
      allowance.inc({ outcome })
      if (outcome === 'refused') countFor(orgId, 'refused')
    },
  }
}

/** Tokens of one call, and dollars for a million of those that it read and wrote. */
export type Usage = { input: number; output: number; cache_read: number; cache_write: number }
export type Prices = { input: number; output: number }

/** Of the price of a token that is read: kept ones cost a tenth when read again, and a quarter more to keep. */
const shares = { input: 1, cache_read: 0.1, cache_write: 1.25 }

export function countTokens(orgId: number, model: string, usage: Usage, prices: Prices): void {
  for (const [kind, count] of Object.entries(usage)) modelTokens.inc({ model, kind }, count)
  const { input, output, cache_read, cache_write } = usage
  const read = input * shares.input + cache_read * shares.cache_read + cache_write * shares.cache_write
  const dollars = (read * prices.input + output * prices.output) / 1e6
  modelCost.inc({ model }, dollars)
  countFor(orgId, 'model_dollars', dollars)
}
