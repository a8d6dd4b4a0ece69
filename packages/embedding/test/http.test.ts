import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { embedderDimensions, listen, startEmbedder } from '@lectern/testing'
import { createHttpEmbedder, type HttpProvider } from '../src/http.ts'
import { createEmbedder, EmbeddingError } from '../src/index.ts'
import type { RetryPolicy } from '../src/post-json.ts'

type Asked = { input: string[]; model: string; dimensions?: number; input_type?: string; output_dimension?: number }
type Answer = (response: ServerResponse, asked: Asked, call: number) => unknown

const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const vectors = (count: number, embedding: unknown = [3, 4]) => ({
  data: Array.from({ length: count }, (_, index) => ({ index, embedding })),
})
const fine: Answer = (response, { input }) => json(response, vectors(input.length))
const failing = (status: number, headers = {}): Answer => {
  return (response) => json(response, { error: { message: 'no' } }, status, headers)
}

/** An endpoint that answers as told, and an embedder that tries it three times, soon after each other. */
async function start(
  answer: Answer,
  options: { provider?: Partial<HttpProvider>; policy?: Partial<RetryPolicy> } = {},
) {
  const calls: { asked: Asked; headers: IncomingHttpHeaders; url: string; at: number }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const asked: Asked = JSON.parse(Buffer.concat(parts).toString())
    calls.push({ asked, headers: request.headers, url: request.url ?? '', at: performance.now() })
    await answer(response, asked, calls.length)
  })
  const url = await listen(server)
  const policy = { tries: 3, timeoutMs: 2000, firstWaitMs: 10, longestWaitMs: 1500, ...options.policy }
  const provider = { name: 'openai' as const, url, model: 'm', apiKey: 'k', dimensions: 2, ...options.provider }
  const embedder = await createHttpEmbedder(provider, { document: policy, query: policy })
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { embedder, calls, url }
}

/** How a call fails: by an `EmbeddingError` that tells whether it may pass. */
async function failureOf(embedding: Promise<unknown>) {
  const error = await embedding.then(
    () => assert.fail('it was embedded'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof EmbeddingError, String(error))
  assert.match(error.message, /^The embed/)
  return error
}

test('texts become vectors of length 1 in their order, near where they share words', async () => {
  const standIn = await startEmbedder()
  after(() => standIn.close())
  const embedder = await createEmbedder(standIn.settings)
  assert.equal(embedder.id, 'openai/stand-in')
  assert.equal(embedder.dimensions, embedderDimensions)
  const texts = Array.from({ length: 150 }, (_, index) => `subject${index} of many`)
  const all = await embedder.embedDocuments(texts)
  assert.equal(standIn.state.texts, 150)
  for (const [place, vector] of all.entries()) {
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-4)
    if (place % 50 === 0) assert.deepEqual(vector, await embedder.embedQuery(`subject${place} of many`))
  }
  await embedder.close()
})

test('the same question is asked of the endpoint once', async () => {
  const standIn = await startEmbedder()
  after(() => standIn.close())
  const embedder = await createEmbedder(standIn.settings)
  const first = await embedder.embedQuery('What is tea?')
  assert.deepEqual(await embedder.embedQuery('What is tea?'), first)
  assert.equal(standIn.state.texts, 1)
  await Promise.all([embedder.embedQuery('What is milk?'), embedder.embedQuery('What is milk?')])
  assert.equal(standIn.state.texts, 2)
})

test('an endpoint is asked as its makers document it', async () => {
  const { embedder, calls } = await start(fine)
  await embedder.embedDocuments(['a', 'b'])
  assert.deepEqual(calls[0]?.asked, { model: 'm', input: ['a', 'b'], dimensions: 2 })
  assert.equal(calls[0]?.url, '/embeddings')
  assert.equal(calls[0]?.headers.authorization, 'Bearer k')

  const voyage = await start(fine, { provider: { name: 'voyage' } })
  await voyage.embedder.embedDocuments(['a'])
  await voyage.embedder.embedQuery('b')
  assert.deepEqual(
    voyage.calls.map(({ asked }) => asked),
    [
      { model: 'm', input: ['a'], input_type: 'document', output_dimension: 2 },
      { model: 'm', input: ['b'], input_type: 'query', output_dimension: 2 },
    ],
  )
})

test('without a key none is sent, and without dimensions the model is asked once what it has', async () => {
  const { embedder, calls } = await start(fine, { provider: { apiKey: undefined, dimensions: undefined } })
  assert.equal(embedder.dimensions, 2)
  assert.equal(calls.length, 1)
  assert.equal(calls[0]?.headers.authorization, undefined)
  assert.equal(calls[0]?.asked.dimensions, undefined)
})

test('vectors are put in the order that the endpoint names', async () => {
  const { embedder } = await start((response) =>
    json(response, {
      data: [
        { index: 1, embedding: [0, 2] },
        { index: 0, embedding: [5, 0] },
      ],
    }),
  )
  assert.deepEqual(await embedder.embedDocuments(['a', 'b']), [Float32Array.of(1, 0), Float32Array.of(0, 1)])
})

test('many texts go out in several calls at once, but never more than four', async () => {
  let now = 0
  let most = 0
  const { embedder, calls } = await start(async (response, { input }) => {
    most = Math.max(most, ++now)
    await wait(30)
    now--
    json(response, vectors(input.length))
  })
  const found = await Promise.all([embedder.embedDocuments(Array(500).fill('a')), embedder.embedDocuments(['b'])])
  assert.deepEqual(
    found.map((each) => each.length),
    [500, 1],
  )
  assert.equal(most, 4)
  assert.ok(calls.every(({ asked }) => asked.input.length <= 64))
})

test('what passes is tried again: too many requests, a server error, half an answer, no JSON, a wrong count', async () => {
  const passing: Answer[] = [
    failing(429),
    failing(500),
    failing(503),
    failing(408),
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data":[')
      response.destroy()
    },
    (response) => response.end('<html>Bad gateway</html>'),
    (response, { input }) => json(response, vectors(input.length + 1)),
    (response) => json(response, { data: null }),
    (response) => json(response, null),
    (response, { input }) => json(response, vectors(input.length, ['3', '4'])),
    (response, { input }) => json(response, vectors(input.length, [])),
    (response, { input }) => json(response, vectors(input.length, [1, null])),
  ]
  for (const [place, bad] of passing.entries()) {
    const once = await start((response, asked, call) => (call === 1 ? bad : fine)(response, asked, call))
    assert.equal((await once.embedder.embedDocuments(['a', 'b'])).length, 2)
    assert.equal(once.calls.length, 2, `answer ${place}`)

    const always = await start(bad)
    assert.equal((await failureOf(always.embedder.embedDocuments(['a', 'b']))).temporary, true)
    assert.equal(always.calls.length, 3, `answer ${place}`)
  }
})

test('what will not pass is not tried again: no key, an unknown model, a bad request, another size of vector', async () => {
  const lasting: Answer[] = [
    failing(401),
    failing(404),
    failing(400),
    (response, { input }) => json(response, vectors(input.length, [1, 2, 3])),
  ]
  for (const [place, bad] of lasting.entries()) {
    const { embedder, calls } = await start(bad)
    assert.equal((await failureOf(embedder.embedQuery('a'))).temporary, false)
    assert.equal(calls.length, 1, `answer ${place}`)
  }
})

test('it waits as long as the endpoint asks, in seconds or until a date', async () => {
  for (const after of [() => '1', () => new Date(Date.now() + 2000).toUTCString()]) {
    const { embedder, calls } = await start(
      (response, asked, call) => (call === 1 ? failing(429, { 'retry-after': after() }) : fine)(response, asked, call),
      { policy: { longestWaitMs: 5000 } },
    )
    await embedder.embedQuery('a')
    const [first, second] = calls
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) > 900)
  }
})

test('it does not wait longer than it may', async () => {
  const { embedder, calls } = await start(failing(429, { 'retry-after': '3600' }))
  assert.equal((await failureOf(embedder.embedQuery('a'))).temporary, true)
  assert.equal(calls.length, 1)
})

test('an endpoint that never answers is given up in time', async () => {
  const { embedder, calls } = await start(() => {}, { policy: { timeoutMs: 50 } })
  const error = await failureOf(embedder.embedDocuments(['a']))
  assert.equal(error.temporary, true)
  assert.equal(calls.length, 3)
})

test('an endpoint that is not there is a passing failure', async () => {
  const gone = createServer()
  const url = await listen(gone)
  await new Promise((resolve) => gone.close(resolve))
  const { embedder } = await start(fine, { provider: { url } })
  assert.equal((await failureOf(embedder.embedDocuments(['a']))).temporary, true)
})

test('a redirect is not followed: the key is for this address alone', async () => {
  const elsewhere = await start(fine)
  const location = `${elsewhere.url}/embeddings`
  const { embedder } = await start((response) => response.writeHead(307, { location }).end())
  await failureOf(embedder.embedDocuments(['a']))
  assert.equal(elsewhere.calls.length, 0)
})

test('what is called off, or closed, ends at once', async () => {
  const hanging = await start(() => {}, { policy: { timeoutMs: 60_000 } })
  const off = new AbortController()
  const embedding = hanging.embedder.embedDocuments(Array(500).fill('a'), off.signal)
  off.abort(new Error('the file was deleted'))
  await assert.rejects(embedding, /the file was deleted/)

  const waiting = await start(failing(503), { policy: { firstWaitMs: 60_000, longestWaitMs: 60_000 } })
  const closed = waiting.embedder.embedDocuments(['a'])
  while (waiting.calls.length === 0) await wait(5)
  await waiting.embedder.close()
  await assert.rejects(closed, /closed/)
})

test('settings that are missing are named', async () => {
  for (const [settings, name] of [
    [{ EMBEDDING_PROVIDER: 'openai' }, 'EMBEDDING_URL'],
    [{ EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: 'http://127.0.0.1:9' }, 'EMBEDDING_MODEL'],
    [{ EMBEDDING_PROVIDER: 'voyage' }, 'EMBEDDING_MODEL'],
  ] as const)
    await assert.rejects(createEmbedder(settings), new RegExp(`^EmbeddingError: ${name} is not set`))
})
