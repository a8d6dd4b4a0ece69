import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, test } from 'node:test'
import { type Answer, limits, type Source } from '@lectern/contracts'
import { listen } from '@lectern/testing'
import { type AnswerEvent, ask, type Question } from '../src/ask.ts'
import { brokenOff, toFailure, tooSlow, unreachable } from '../src/failure.ts'

const source: Source = { n: 1, file_id: 'f', name: 'guide.pdf', page: 2, url: null, quote: 'Blau.', start: 0, end: 5 }
const answer: Answer = {
  err: false,
  message: '',
  id: 'm2',
  type: 'answer',
  data: {
    answer: 'Blue [1]',
    user_message_id: 'm1',
    transcript_id: 't',
    sources: [source],
    by: 'model',
    notice: null,
    suggestions: [],
  },
}
const question: Question = {
  prompt: 'Which color?',
  chatId: 'kb',
  transactionId: 'abcd1234',
  playground: true,
  organizationId: 7,
  messageIds: [],
}
const visitor = { organizationId: 7, unqid: 'kb' }
const never = new AbortController().signal

/** The page's head as far as calls read it: the tag with the token. */
let token = ''
const tag = {
  get content() {
    return token
  },
  setAttribute: (_name: string, value: string) => {
    token = value
  },
}
Object.assign(globalThis, { document: { querySelector: () => tag } })

const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const streaming = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const refuse = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function readAll(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const read: AnswerEvent[] = []
  for await (const event of events) read.push(event)
  return read
}

let stop = () => {}
afterEach(() => stop())

/** A server that answers as told, and keeps what it was sent. */
async function serve(respond: (response: ServerResponse, request: IncomingMessage) => unknown) {
  const requests: { url: string; headers: IncomingMessage['headers']; form: FormData | null }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = new Response(Buffer.concat(parts), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    })
    const form = request.method === 'POST' ? await body.formData() : null
    requests.push({ url: `${request.method} ${request.url}`, headers: request.headers, form })
    await respond(response, request)
  })
  const origin = await listen(server)
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  token = 'ticket-1'
  return { origin, requests }
}

test('an answer comes as it is written: sources, text, what is taken back, the whole', async () => {
  const { origin, requests } = await serve((response) => {
    const begin = frame('sources', { sources: [source] }) + frame('delta', { text: 'Blüe' })
    const end = frame('restart', {}) + frame('done', answer)
    // Cut in the middle of a frame and of a character.
    const bytes = Buffer.from(begin + end)
    const cut = bytes.indexOf('ü') + 1
    streaming(response).write(bytes.subarray(0, cut))
    setTimeout(() => response.end(bytes.subarray(cut)), 10)
  })
  const events = await readAll(ask(question, { signal: never, origin }))
  assert.deepEqual(events, [
    { type: 'sources', sources: [source] },
    { type: 'delta', text: 'Blüe' },
    { type: 'restart' },
    { type: 'done', answer },
  ])
  const [sent] = requests
  assert.equal(sent?.url, 'POST /api/w/messages')
  assert.equal(sent?.headers.accept, 'text/event-stream')
  assert.equal(sent?.headers['x-csrf-token'], 'ticket-1')
  assert.equal(sent?.headers['x-requested-with'], 'XMLHttpRequest')
  assert.deepEqual(Object.fromEntries(sent?.form ?? []), {
    prompt: 'Which color?',
    kb_id: 'kb',
    t_d: 'abcd1234',
    p_g: 'true',
    org_id: '7',
    messages: '',
  })
})

test('the newest ids are listed, as many as a question may name', async () => {
  const { origin, requests } = await serve((response) => streaming(response).end(frame('done', answer)))
  const messageIds = Array.from({ length: limits.messagesListed + 5 }, (_, i) => `m${i}`)
  await readAll(ask({ ...question, messageIds }, { signal: never, origin }))
  const listed = String(requests[0]?.form?.get('messages')).split(',')
  assert.equal(listed.length, limits.messagesListed)
  assert.equal(listed.at(-1), messageIds.at(-1))
})

test('a refusal before the answer is the failure the server tells', async () => {
  const body = { err: true, message: 'Used up.', code: 'quota_used_up', id: null, type: 'limit', data: null }
  const { origin } = await serve((response) => refuse(response, 429, body))
  await assert.rejects(readAll(ask(question, { signal: never, origin })), toFailure(429, body))
})

test('an error in mid-answer comes after what was already read', async () => {
  const body = { err: true, message: 'Something went wrong.', code: 'internal', id: null, type: 'error', data: null }
  const { origin } = await serve((response) =>
    streaming(response).end(frame('delta', { text: 'Bl' }) + frame('error', body)),
  )
  const events = ask(question, { signal: never, origin })
  assert.deepEqual((await events.next()).value, { type: 'delta', text: 'Bl' })
  await assert.rejects(events.next(), toFailure(200, body))
})

for (const [how, end] of [
  ['ends early', (response: ServerResponse) => response.end()],
  ['is cut', (response: ServerResponse) => response.destroy()],
  ['is no answer', (response: ServerResponse) => response.end('event: done\ndata: {\n\n')],
] as const)
  test(`a stream that ${how} is told as one that broke off`, async () => {
    const { origin } = await serve((response) => {
      streaming(response).write(frame('delta', { text: 'Bl' }))
      setTimeout(() => end(response), 20)
    })
    const events = ask(question, { signal: never, origin })
    assert.deepEqual((await events.next()).value, { type: 'delta', text: 'Bl' })
    await assert.rejects(events.next(), brokenOff)
  })

test('a server that is not there is told as such', async () => {
  const { origin } = await serve(() => {})
  stop()
  await assert.rejects(readAll(ask(question, { signal: never, origin })), unreachable)
})

test('a server that falls silent is given up', async () => {
  const { origin } = await serve((response) => streaming(response).write(frame('delta', { text: 'Bl' })))
  const events = ask(question, { signal: never, origin, silenceMs: 1000 })
  await events.next()
  await assert.rejects(events.next(), tooSlow)
})

test('stopping closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { origin } = await serve((response) => {
    response.on('close', closed.resolve)
    streaming(response).write(frame('delta', { text: 'Bl' }))
  })
  const control = new AbortController()
  const events = ask(question, { signal: control.signal, origin })
  await events.next()
  control.abort()
  await assert.rejects(events.next(), { name: 'AbortError' })
  await closed.promise
})

test('leaving the answer unread closes the connection too', async () => {
  const closed = Promise.withResolvers<void>()
  const { origin } = await serve((response) => {
    response.on('close', closed.resolve)
    streaming(response).write(frame('delta', { text: 'Bl' }))
  })
  for await (const event of ask(question, { signal: never, origin })) if (event.type === 'delta') break
  await closed.promise
})

const outdated = { message: 'This page is out of date. Reload it and try again.', code: 'page_outdated' }

test("an expired ticket is renewed, and the question asked again with the page's new one", async () => {
  const { origin, requests } = await serve((response, request) => {
    if (request.method === 'GET') return response.end(JSON.stringify({ ticket: 'ticket-2', expires_in: 300 }))
    if (request.headers['x-csrf-token'] === 'ticket-1') return refuse(response, 403, outdated)
    return streaming(response).end(frame('done', answer))
  })
  const events = await readAll(ask(question, { signal: never, publicPage: visitor, origin }))
  assert.deepEqual(events, [{ type: 'done', answer }])
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['POST /api/w/messages', 'GET /api/w/tickets/7/kb', 'POST /api/w/messages'],
  )
  assert.equal(token, 'ticket-2')
})

test('a ticket is renewed once, not for ever', async () => {
  const { origin, requests } = await serve((response, request) => {
    if (request.method === 'GET') return response.end(JSON.stringify({ ticket: 'ticket-2', expires_in: 300 }))
    return refuse(response, 403, outdated)
  })
  await assert.rejects(readAll(ask(question, { signal: never, publicPage: visitor, origin })), toFailure(403, outdated))
  assert.equal(requests.length, 3)
})

test('a page of a signed-in user has no ticket to renew', async () => {
  const { origin, requests } = await serve((response) => refuse(response, 403, outdated))
  await assert.rejects(readAll(ask(question, { signal: never, origin })), toFailure(403, outdated))
  assert.equal(requests.length, 1)
})

test('a ticket that cannot be had is told in the words of the server', async () => {
  const gone = { message: 'This chat does not exist or was deleted.', code: 'chat_not_found' }
  const { origin } = await serve((response, request) =>
    request.method === 'GET' ? refuse(response, 404, gone) : refuse(response, 403, outdated),
  )
  await assert.rejects(readAll(ask(question, { signal: never, publicPage: visitor, origin })), toFailure(404, gone))
})
