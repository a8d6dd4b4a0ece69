import type { Source } from '@lectern/contracts'
import { type ConversationState, spoken } from '@lectern/conversation'

/** Where a source stands, in words: `handbook.pdf, page 12`. */
export const placeOf = ({ name, page }: Source) => (page === null ? name : `${name}, page ${page}`)

/** An answer as it is copied: its text and what it relies on. */
export function copyText(answer: string, sources: Source[]): string {
  const list = sources.map((source) => `[${source.n}] ${placeOf(source)}: “${source.quote.replaceAll(/\s+/g, ' ')}”`)
  return [answer, ...(list.length > 0 ? [list.join('\n')] : [])].join('\n\n')
}

/** What is being looked at while the answer is not there yet. */
export function readingText(reading: Source[]): string {
  const names = [...new Set(reading.map(({ name }) => name))]
  const [first, ...rest] = names
  if (!first) return 'Looking through the documents…'
  return rest.length === 0 ? `Reading ${first}…` : `Reading ${first} and ${rest.length} more…`
}

/** What a screen reader says about the newest message, once: a finished answer as a whole, never its pieces. */
export function announcement({ messages }: ConversationState): string {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return ''
  if (last.state === 'waiting') return 'Looking for an answer.'
  if (last.state === 'stopped') return 'Stopped.'
  if (last.state !== 'done') return ''
  const sources = last.sources.length === 1 ? '1 source.' : `${last.sources.length} sources.`
  return [spoken(last.text), last.notice, last.sources.length > 0 && sources].filter(Boolean).join(' ')
}
