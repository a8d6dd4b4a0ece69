import { type AnswerStreamEvents, type ErrorCode, limits, visitorPaths } from '@lectern/contracts'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { brokenOff, failureOf, toFailure, tooSlow, unreachable } from './failure.ts'
import { type PublicPage, renewTicket } from './renew-ticket.ts'
import { requestHeaders } from './request-headers.ts'

/** A question as the chat box asks it. */
export type Question = {
  prompt: string
  chatId: string
  transactionId: string
  playground: boolean
  organizationId: number | null
  /** Ids of the messages so far. */
  messageIds: string[]
  /** Who asks, by a token that the site around has signed. */
  visitor?: string
}

/** What comes back while a question is answered, as the contract's stream tells it; the last one is `done`. */
export type AnswerEvent =
  | ({ type: 'sources' } & AnswerStreamEvents['sources'])
  | ({ type: 'delta' } & AnswerStreamEvents['delta'])
  | { type: 'restart' }
  | { type: 'done'; answer: AnswerStreamEvents['done'] }

type Asking = {
  signal: AbortSignal
  /** Where the page's ticket comes from; a page of a signed-in user has none. */
  publicPage?: PublicPage
  origin?: string
  silenceMs?: number
}

/** Longer than the server waits for its model, with all of its tries. */
const silence = 90_000

/**
 * Asks a question and hands on the answer as it is written.
 * @throws Failure, also in mid-answer; the signal's reason when it was aborted
 */
export async function* ask(
  question: Question,
  { signal, publicPage, origin = '', silenceMs = silence }: Asking,
): AsyncGenerator<AnswerEvent, void> {
  const silent = new AbortController()
  const listening = AbortSignal.any([signal, silent.signal])
  let timer = setTimeout(() => silent.abort(), silenceMs)
  let answering = false
  try {
    let response = await send(question, origin, listening)
    let failure = response.ok ? null : await failureOf(response)
    if (failure?.code === ('page_outdated' satisfies ErrorCode) && publicPage) {
      await renewTicket(publicPage, origin)
      response = await send(question, origin, listening)
      failure = response.ok ? null : await failureOf(response)
    }
    if (failure) throw failure
    answering = true
    for await (const message of messagesOf(response)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMs)
      const event = eventOf(message)
      if (event) yield event
      if (event?.type === 'done') return
    }
    throw brokenOff
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (silent.signal.aborted) throw tooSlow
    // What fetch and its streams throw are errors; failures are plain values.
    if (error instanceof Error) throw answering ? brokenOff : unreachable
    throw error
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

function send(question: Question, origin: string, signal: AbortSignal): Promise<Response> {
  return fetch(origin + visitorPaths.messages, {
    method: 'POST',
    headers: { ...requestHeaders(), Accept: 'text/event-stream' },
    body: formOf(question),
    signal,
  })
}

function formOf({
  prompt,
  chatId,
  transactionId,
  playground,
  organizationId,
  messageIds,
  visitor,
}: Question): FormData {
  const form = new FormData()
  form.append('prompt', prompt)
  form.append('kb_id', chatId)
  form.append('t_d', transactionId)
  form.append('p_g', String(playground))
  form.append('org_id', organizationId === null ? '' : String(organizationId))
  form.append('messages', messageIds.slice(-limits.messagesListed).join(','))
  if (visitor) form.append('visitor', visitor)
  return form
}

/** Read by a reader, since not every browser iterates streams. */
async function* messagesOf(response: Response): AsyncGenerator<EventSourceMessage> {
  if (!response.body) return
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** @throws Failure which the event tells of */
function eventOf({ event, data }: EventSourceMessage): AnswerEvent | null {
  switch (event) {
    case 'sources':
      return { type: event, ...read(event, data) }
    case 'delta':
      return { type: event, ...read(event, data) }
    case 'restart':
      return { type: event }
    case 'done':
      return { type: event, answer: read(event, data) }
    case 'error':
      throw toFailure(200, read(event, data))
    default:
      return null
  }
}

const read = <E extends keyof AnswerStreamEvents>(_event: E, data: string) => JSON.parse(data) as AnswerStreamEvents[E]
