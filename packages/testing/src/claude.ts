import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** How the stand-in behaves; may be changed while it runs. */
export type ClaudeBehaviour = {
  /** `answer` cites the first document; `invents` cites words that do not stand there; the rest fail as the real service does. */
  mode: 'answer' | 'refuses' | 'invents' | 'overloaded' | 'limited' | 'fails' | 'stalls' | 'breaks'
  firstTokenMs: number
  tokens: number
  tokenEveryMs: number
  /** What it says in `answer` instead of its own words. */
  blocks: Said[] | ((question: string) => Said[]) | null
}

/** Said token by token, then the words it cites, whether they stand in a document or not. */
export type Said = { text: string; cites?: string }

type Body = {
  model?: string
  stream?: boolean
  messages?: { role: string; content: string | Block[] }[]
  system?: { text: string }[]
}
type Block = { type: string; text?: string; title?: string; source?: { data: string } }

/** A stand-in for Claude: speaks the streamed Messages protocol over HTTP, with citations, and fails as the real one does. */
export async function startClaude(initial: Partial<ClaudeBehaviour> = {}) {
  const behaviour: ClaudeBehaviour = {
    mode: 'answer',
    firstTokenMs: 0,
    tokens: 12,
    tokenEveryMs: 0,
    blocks: null,
    ...initial,
  }
  const requests: Body[] = []
  const state = { open: 0 }

  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/messages')
      return problem(response, 404, 'not_found_error', 'Not found')
    if (!request.headers['x-api-key'] && !request.headers.authorization)
      return problem(response, 401, 'authentication_error', 'invalid x-api-key')
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
  const question = (Array.isArray(last) ? last.at(-1)?.text : last) ?? ''
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
  send(response, 'ping', {})
  let said = 0
  // Each token has its time from the start, so that one that was late does not delay the rest.
  const due = performance.now() + behaviour.firstTokenMs
  for (const [index, block] of blocksOf(behaviour, documents, question).entries()) {
    send(response, 'content_block_start', { index, content_block: { type: 'text', text: '', citations: [] } })
    for (const text of block.words) {
      await after(due + said * behaviour.tokenEveryMs - performance.now())
      if (response.destroyed) return
      send(response, 'content_block_delta', { index, delta: { type: 'text_delta', text } })
      said++
      if (said === 3 && behaviour.mode === 'stalls') return
      if (said === 3 && behaviour.mode === 'breaks') {
        send(response, 'error', { error: { type: 'overloaded_error', message: 'Overloaded' } })
        return response.end()
      }
    }
    if (block.cites !== undefined)
      send(response, 'content_block_delta', {
        index,
        delta: { type: 'citations_delta', citation: citationOf(block.cites, documents) },
      })
    send(response, 'content_block_stop', { index })
  }
  send(response, 'message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: said },
  })
  send(response, 'message_stop', {})
  response.end()
}

function blocksOf(
  { mode, tokens, blocks }: ClaudeBehaviour,
  documents: Block[],
  question: string,
): { words: string[]; cites?: string }[] {
  if (mode === 'refuses') return [{ words: ['NO', '_ANSWER'] }]
  if (mode === 'answer' && blocks)
    return (typeof blocks === 'function' ? blocks(question) : blocks).map(({ text, cites }) => ({
      words: text.match(/\s*\S+\s*$|\s*\S+/g) ?? [text],
      cites,
    }))
  const words = Array.from({ length: tokens }, (_, i) => (i === 0 ? 'The' : ` word${i}`))
  if (mode === 'invents') return [{ words, cites: 'Words that stand in no document.' }]
  const document = documents[0]?.source?.data
  return [{ words, cites: document?.match(/^\s*[^.!?\n]+[.!?]?/)?.[0] }]
}

/** A citation of the first document that holds these words; of the first of all where none does. */
function citationOf(quote: string, documents: Block[]) {
  const texts = documents.map(({ source }) => source?.data ?? '')
  const index = Math.max(
    0,
    texts.findIndex((text) => text.includes(quote)),
  )
  const start = Math.max(0, texts[index]?.indexOf(quote) ?? 0)
  return {
    type: 'char_location',
    cited_text: quote,
    document_index: index,
    document_title: documents[index]?.title ?? null,
    start_char_index: start,
    end_char_index: start + quote.length,
    file_id: null,
  }
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

const after = (ms: number) => (ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms).unref()) : undefined)

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
