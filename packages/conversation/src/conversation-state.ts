import { type Answer, type Feedback, limits, type Source } from '@lectern/contracts'
import type { AnswerEvent } from './ask.ts'
import { isFailure, isLimit, messageOf } from './failure.ts'

/** Why a message failed. One that met a limit is not helped by sending it again. */
export type Problem = { text: string; kind: 'error' | 'limit'; code: string }

/** `id` is null until the server has confirmed the message. */
export type UserMessage = { key: number; role: 'user'; text: string; id: string | null; problem: Problem | null }

export type AssistantMessage = {
  key: number
  role: 'assistant'
  text: string
  id: string | null
  /** An ignored message is shown and never sent: the chat's introduction. */
  state: 'ignored' | 'waiting' | 'writing' | 'done' | 'stopped' | 'failed'
  type: Answer['type']
  /** The documents that are being read, before the answer has chosen its words. */
  reading: Source[]
  sources: Source[]
  notice: string | null
  /** What can be asked instead, where there is no answer. */
  suggestions: string[]
  problem: Problem | null
  /** Where it is kept, once it is. */
  transcriptId: string | null
  /** What a reader said of it. */
  feedback: Feedback | null
}

export type Message = UserMessage | AssistantMessage

export type ConversationState = {
  messages: Message[]
  /** Made on the first message. */
  transactionId: string | null
  /** Whether a question was sent since the start. */
  begun: boolean
}

export type ConversationAction =
  | { type: 'started'; intro: string }
  | { type: 'sent'; text: string; transactionId: string }
  | { type: 'retried'; transactionId: string }
  | AnswerEvent
  | { type: 'failed'; error: unknown }
  | { type: 'stopped' }

const assistant = (key: number, state: AssistantMessage['state'], text = ''): AssistantMessage => ({
  key,
  role: 'assistant',
  text,
  id: null,
  state,
  type: 'answer',
  reading: [],
  sources: [],
  notice: null,
  suggestions: [],
  problem: null,
  transcriptId: null,
  feedback: null,
})

export function startConversation(intro: string): ConversationState {
  const text = intro.trim()
  return { messages: text === '' ? [] : [assistant(0, 'ignored', text)], transactionId: null, begun: false }
}

export const isAnswering = ({ messages }: ConversationState): boolean => openAnswer(messages) !== null

/** Ids of the confirmed messages, oldest first, as many as a question may list. */
export const confirmedIds = ({ messages }: ConversationState): string[] =>
  messages.flatMap(({ id }) => id ?? []).slice(-limits.messagesListed)

/**
 * The transaction id to send with. A conversation of which nothing is confirmed yet starts afresh: the server may have kept
 * its first question without our knowing, and only goes on with a conversation one of whose messages it is told.
 */
export function transactionIdFor(state: ConversationState): string {
  return state.transactionId !== null && confirmedIds(state).length > 0 ? state.transactionId : newTransactionId()
}

export function conversationReducer(state: ConversationState, action: ConversationAction): ConversationState {
  const { messages } = state
  switch (action.type) {
    case 'started':
      return startConversation(action.intro)
    case 'sent': {
      const key = (messages.at(-1)?.key ?? 0) + 1
      const question: UserMessage = { key, role: 'user', text: action.text, id: null, problem: null }
      return {
        messages: [...messages, question, assistant(key + 1, 'waiting')],
        transactionId: action.transactionId,
        begun: true,
      }
    }
    case 'retried': {
      const last = lastQuestion(messages)
      if (!last) return state
      const before = messages.slice(0, messages.indexOf(last))
      return {
        ...state,
        messages: [...before, { ...last, problem: null }, assistant((messages.at(-1)?.key ?? 0) + 1, 'waiting')],
        transactionId: action.transactionId,
      }
    }
    case 'sources':
      // The first are the passages that were found; those the answer relies on come when it names them.
      return changeOpen(state, (open) => ({
        ...open,
        reading: open.reading.length > 0 ? open.reading : action.sources,
        sources: open.reading.length > 0 ? action.sources : [],
      }))
    case 'delta':
      return changeOpen(state, (open) => ({ ...open, state: 'writing', text: open.text + action.text }))
    case 'restart':
      return changeOpen(state, (open) => ({ ...open, state: 'waiting', text: '' }))
    case 'done':
      return finish(state, action.answer)
    case 'failed':
      return fail(state, action.error)
    case 'stopped':
      return changeOpen(state, (open) => ({ ...open, state: 'stopped', reading: [] }))
  }
}

/** Whether the chat could not help: a person might. */
export const messageNeedsPerson = (message: Message): boolean =>
  message.problem !== null || (message.role === 'assistant' && message.state === 'done' && message.type === 'no_answer')

/** What goes along when a person is asked: the question that nobody has answered, and an answer that names the conversation. */
export type HandOff = { question: string; answer: { id: string; transcriptId: string } | null }

export function handOffOf({ messages }: ConversationState): HandOff {
  const newest = messages.at(-1)
  const question = newest && messageNeedsPerson(newest) ? (lastQuestion(messages)?.text ?? '') : ''
  const answered = messages.findLast((message) => message.role === 'assistant' && message.transcriptId !== null)
  if (answered?.role !== 'assistant' || !answered.id || !answered.transcriptId) return { question, answer: null }
  return { question, answer: { id: answered.id, transcriptId: answered.transcriptId } }
}

function finish(state: ConversationState, { id, type, data }: Answer): ConversationState {
  const open = openAnswer(state.messages)
  if (!open) return state
  const question = lastQuestion(state.messages)
  return {
    ...state,
    messages: state.messages.map((message) => {
      if (message === question) return { ...question, id: data.user_message_id }
      if (message !== open) return message
      const { answer: text, sources, notice, suggestions, transcript_id: transcriptId } = data
      return { ...open, state: 'done', id, type, text, sources, notice, suggestions, transcriptId, reading: [] }
    }),
  }
}

/** Flags the last message: the answer where some of it can be read, else the question, whose answer never came. */
function fail(state: ConversationState, error: unknown): ConversationState {
  const open = openAnswer(state.messages)
  if (!open) return state
  const limit = isFailure(error) && isLimit(error.code)
  const problem: Problem = {
    text: messageOf(error),
    kind: limit ? 'limit' : 'error',
    code: isFailure(error) ? error.code : '',
  }
  if (open.text !== '') return changeOpen(state, () => ({ ...open, state: 'failed', reading: [], problem }))
  const question = lastQuestion(state.messages)
  return {
    ...state,
    messages: state.messages
      .filter((message) => message !== open)
      .map((message) => (message === question ? { ...question, problem } : message)),
  }
}

function changeOpen(state: ConversationState, change: (open: AssistantMessage) => AssistantMessage): ConversationState {
  const open = openAnswer(state.messages)
  if (!open) return state
  return { ...state, messages: state.messages.map((message) => (message === open ? change(open) : message)) }
}

function openAnswer(messages: Message[]): AssistantMessage | null {
  const last = messages.at(-1)
  return last?.role === 'assistant' && (last.state === 'waiting' || last.state === 'writing') ? last : null
}

const lastQuestion = (messages: Message[]) =>
  messages.findLast((message): message is UserMessage => message.role === 'user')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits. The remainder favours a few of them by a hair, which nothing here depends on. */
function newTransactionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(limits.transactionId))
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
}
