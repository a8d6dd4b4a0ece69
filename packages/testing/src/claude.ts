import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** How the stand-in behaves; may be changed while it runs. */
export type ClaudeBehaviour = {
  /** `answer` cites the first document; `invents` cites words that do not stand there; the rest fail as the real service does. */
  mode: 'answer' | 'refuses' | 'invents' | 'overloaded' | 'limited' | 'fails' | 'stalls' | 'breaks'
  firstTokenMs: number
  tokens: number
  tokenEveryMs: number
}

type Body = {
  model?: string
  stream?: boolean
  messages?: { role: string; content: string | Block[] }[]
  system?: { text: string }[]
}
type Block = { type: string; text?: string; title?: string; source?: { data: string } }

/** A stand-in for Claude: speaks the streamed Messages protocol over HTTP, with citations, and fails as the real one does. */
export async function startClaude(initial: Partial<ClaudeBehaviour> = {}) {
  const behaviour: ClaudeBehaviour = { mode: 'answer', firstTokenMs: 0, tokens: 12, tokenEveryMs: 0, ...initial }
  const requests: Body[] = []
  const state = { open: 0 }

  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/messages')
      return problem(response, 404, 'not_found_error', 'Not found')
    if (!request.headers['x-api-key']) return problem(response, 401, 'authentication_error', 'invalid x-api-key')
    if (!request.headers['anthropic-version'])
      return problem(response, 400, 'invalid_request_error', 'anthropic-version: header is required')
    const body = JSON.parse(await textOf(request)) as Body
    requests.push(body)
    if (!body.model || !body.messages?.length || !body.stream)
      return problem(response, 400, 'invalid_request_error', 'model, messages and stream are required')
    if (behaviour.mode === 'overloaded') return problem(response, 529, 'overloaded_error', 'Overloaded')
    if (behaviour.mode === 'limited')
      return problem(response, 429, 'rate_limit_error', 'Too many requests', { 'retry-after': '0' })
    if (behaviour.mode === 'fails') return problem(response, 500, 'api_error', 'Internal server error')
    state.open++
    response.on('close', () => state.open--)
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    await writeMessage(response, body, { ...behaviour })
  })
  const url = await listen(server)
  return {
    url,
    behaviour,
    requests,
    /** Streams that are being written now. */
    open: () => state.open,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function writeMessage(response: ServerResponse, body: Body, behaviour: ClaudeBehaviour) {
  const last = body.messages?.at(-1)?.content
  const documents = Array.isArray(last) ? last.filter(({ type }) => type === 'document') : []
  const document = documents[0]?.source?.data ?? ''
  const quote =
    behaviour.mode === 'invents'
      ? 'Words that stand in no document.'
      : (document.match(/^\s*[^.!?\n]+[.!?]?/)?.[0] ?? '')
  const words =
    behaviour.mode === 'refuses'
      ? ['NO', '_ANSWER']
      : Array.from({ length: behaviour.tokens }, (_, i) => (i === 0 ? 'The' : ' word') + (i === 0 ? '' : i))

  send(response, 'message_start', {
    message: {
      id: 'msg_standin',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  })
  send(response, 'content_block_start', { index: 0, content_block: { type: 'text', text: '', citations: [] } })
  send(response, 'ping', {})
  await after(behaviour.firstTokenMs)
  for (const [index, text] of words.entries()) {
    if (index > 0) await after(behaviour.tokenEveryMs)
    if (response.destroyed) return
    send(response, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
    if (index === 2 && behaviour.mode === 'stalls') return
    if (index === 2 && behaviour.mode === 'breaks') {
      send(response, 'error', { error: { type: 'overloaded_error', message: 'Overloaded' } })
      return response.end()
    }
  }
  if (behaviour.mode !== 'refuses' && documents.length > 0) {
    const citation = {
      type: 'char_location',
      cited_text: quote,
      document_index: 0,
      document_title: documents[0]?.title ?? null,
      start_char_index: 0,
      end_char_index: quote.length,
      file_id: null,
    }
    send(response, 'content_block_delta', { index: 0, delta: { type: 'citations_delta', citation } })
  }
  send(response, 'content_block_stop', { index: 0 })
  send(response, 'message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: words.length },
  })
  send(response, 'message_stop', {})
  response.end()
}

const send = (response: ServerResponse, type: string, fields: object) =>
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)

const problem = (
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standin', ...headers })
  response.end(JSON.stringify({ type: 'error', error: { type, message } }))
}

const after = (ms: number) => (ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : undefined)

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
