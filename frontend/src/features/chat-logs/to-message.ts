import type { ChatMessage } from '@lectern/contracts'
import type { Message } from '@lectern/conversation'

/** A stored message as the conversation shows it. */
export function toMessage(message: ChatMessage, key: number): Message {
  const { id, role, content: text, type, sources, error, error_text, feedback } = message
  const problem = error ? ({ text: error_text, kind: type === 'limit' ? 'limit' : 'error', code: '' } as const) : null
  if (role === 'user') return { key, role, text, id, problem }
  const state = error ? 'failed' : 'done'
  const shown = { reading: [], sources, notice: null, suggestions: [], problem, transcriptId: null, feedback }
  return { key, role, text, id, state, type, ...shown }
}
