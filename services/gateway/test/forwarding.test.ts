import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { errors } from '@lectern/contracts'
import { ErrorAnswer } from '@lectern/contracts/openapi'
import { until } from '@lectern/testing'
import { Value } from 'typebox/value'
import { identityTold, startGateway, startUpstream } from './gateway.ts'

type Answering = Parameters<typeof startUpstream>[0]
let answering: NonNullable<Answering>
const upstream = await startUpstream((request, response) => answering(request, response))
const gateway = await startGateway({ chat: upstream.url, knowledge: upstream.url })
const user = await gateway.signIn()

after(async () => {
  await gateway.close()
  await upstream.close()
})

const ok: typeof answering = (request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json').end('{"ok":true}')
}
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${gateway.url}${path}`, { ...init, headers: { ...user, ...init.headers } })
const last = () => upstream.received.at(-1) ?? assert.fail('nothing was received')

/** A call whose body the test writes piece by piece. */
function openCall(method: string, path: string, headers: Record<string, string> = {}): ClientRequest {
  return httpRequest(`${gateway.url}${path}`, { method, headers: { ...user, ...headers } })
}
const answerOf = async (request: ClientRequest) => (await once(request, 'response'))[0] as IncomingMessage
/** Reads an answer piece by piece. */
const piecesOf = (answer: IncomingMessage) => {
  const pieces: AsyncIterator<string> = answer.setEncoding('utf8')[Symbol.asyncIterator]()
  return async () => (await pieces.next()).value
}

describe('what a service is told', () => {
  test('the path and the query as they came, and the body', async () => {
    const bodies: string[] = []
    answering = async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      bodies.push(Buffer.concat(parts).toString())
      ok(request, response)
    }
    const answer = await call('/api/w/knowledge-bases/a%2Fb?page=2&q=%C3%A9', {
      method: 'PUT',
      body: '{"name": "broken',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(answer.status, 200)
    assert.equal(last().method, 'PUT')
    assert.equal(last().url, '/api/w/knowledge-bases/a%2Fb?page=2&q=%C3%A9')
    assert.equal(last().headers['content-type'], 'application/json')
    assert.deepEqual(bodies, ['{"name": "broken'], 'to judge a body is for the service')
  })

  test('who asks, by a token made for that service alone', async () => {
    answering = ok
    await call('/api/w/transcripts')
    const { LECTERN_JWKS } = gateway.config
    const identity = await identityTold(last(), 'chat', LECTERN_JWKS)
    const { kind, userId, orgId, typeId, isRoot, verified, email, sessionId } = identity
    assert.deepEqual(
      { kind, userId, orgId, typeId, isRoot, verified, email },
      { kind: 'user', userId: 'user-1', orgId: 7, typeId: 2, isRoot: false, verified: true, email: 'ada@example.com' },
    )
    assert.equal(`lectern=${sessionId}`, user.cookie)
    assert.equal(await identityTold(last(), 'org', LECTERN_JWKS), undefined)
    const { iat, exp } = JSON.parse(
      Buffer.from(String(last().headers.authorization).split('.')[1] ?? '', 'base64url').toString(),
    )
    assert.ok(exp - iat <= 60, `lives ${exp - iat} s`)
  })

  test('nothing that a client says of itself', async () => {
    answering = ok
    const request = httpRequest(`${gateway.url}/api/w/transcripts`, {
      headers: {
        authorization: 'Bearer made-up',
        'x-forwarded-for': '10.1.2.3',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=10.1.2.3',
        'x-real-ip': '10.1.2.3',
        'x-lectern-identity': '{"userId":"user-1"}',
        'x-request-id': 'mine; drop table',
        'keep-alive': 'timeout=1',
        cookie: 'lectern=made-up; other=1',
        accept: 'application/json',
      },
    })
    request.end()
    ;(await answerOf(request)).resume()
    const { headers } = last()
    assert.deepEqual(Object.keys(headers).sort(), [
      'accept',
      'connection',
      'host',
      'traceparent',
      'x-forwarded-for',
      'x-request-id',
    ])
    assert.equal(headers['x-forwarded-for'], '127.0.0.1')
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
    assert.match(String(headers.traceparent), /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })

  test('the address that a trusted proxy names', async () => {
    const behind = await startGateway({ chat: upstream.url }, { TRUST_PROXY: 'loopback' })
    answering = ok
    await fetch(`${behind.url}/api/w/transcripts`, { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' } })
    assert.equal(last().headers['x-forwarded-for'], '198.51.100.7')
    await behind.close()
  })

  test('a request id that the answer carries too', async () => {
    answering = ok
    const answer = await call('/api/w/transcripts')
    assert.equal(answer.headers.get('x-request-id'), last().headers['x-request-id'])
  })
})

describe('what the client is answered', () => {
  test('status, headers and body of the service, but not the headers of its connection', async () => {
    answering = (_request, response) => {
      response.writeHead(422, {
        'content-type': 'application/json',
        'set-cookie': ['a=1; Path=/', 'b=2; Path=/'],
        'retry-after': '7',
        etag: '"abc"',
        connection: 'close',
      })
      response.end('{"message":"no"}')
    }
    const answer = await call('/api/w/transcripts')
    assert.equal(answer.status, 422)
    assert.deepEqual(await answer.json(), { message: 'no' })
    assert.deepEqual(answer.headers.getSetCookie(), ['a=1; Path=/', 'b=2; Path=/'])
    assert.equal(answer.headers.get('retry-after'), '7')
    assert.equal(answer.headers.get('etag'), '"abc"')
    assert.equal(answer.headers.get('connection'), 'keep-alive')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })

  test('answers without a body, and to HEAD', async () => {
    answering = (_request, response) => response.writeHead(304, { etag: '"abc"' }).end()
    assert.equal((await call('/api/w/transcripts', { headers: { 'if-none-match': '"abc"' } })).status, 304)
    answering = (_request, response) => response.writeHead(200, { 'content-length': 12 }).end()
    const head = await call('/api/w/transcripts', { method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.equal(head.headers.get('content-length'), '12')
    assert.equal(last().method, 'HEAD')
  })

  test('paths that nobody answers are 404 in our shape, whatever the method', async () => {
    for (const [method, path] of [
      ['GET', '/api/unknown'],
      ['GET', '/api/w/'],
      ['GET', '/api'],
      ['POST', '/api/w/unknown'],
      ['DELETE', '/api/w/unknown/1'],
      ['OPTIONS', '/api/login'],
      ['GET', '/api/w/messagesx'],
      ['GET', '/api//w/messages'],
    ] as const) {
      const answer = await call(path, { method })
      assert.equal(answer.status, 404, `${method} ${path}`)
      assert.deepEqual(
        await answer.json(),
        { message: errors.not_found.message, code: 'not_found' },
        `${method} ${path}`,
      )
    }
  })
})

describe('streams', () => {
  test('an answer goes out piece by piece: the second is made only when the first was received', async () => {
    let sendRest = () => {}
    answering = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: delta\ndata: one\n\n')
      sendRest = () => response.end('event: done\ndata: two\n\n')
    }
    const request = openCall('POST', '/api/w/messages', { accept: 'text/event-stream' })
    request.end('{}')
    const answer = await answerOf(request)
    assert.equal(answer.headers['content-type'], 'text/event-stream')
    const next = piecesOf(answer)
    assert.equal(await next(), 'event: delta\ndata: one\n\n')
    sendRest()
    assert.equal(await next(), 'event: done\ndata: two\n\n')
    assert.equal(await next(), undefined)
  })

  test('an upload goes in piece by piece: the second is sent only when the first has arrived', async () => {
    const arrived: string[] = []
    answering = (request, response) => {
      request.on('data', (part) => arrived.push(String(part)))
      request.on('end', () => response.end(JSON.stringify(arrived)))
    }
    const request = openCall('POST', '/api/w/knowledge-base-files', {
      'content-type': 'multipart/form-data; boundary=x',
    })
    request.write('--x one')
    await until('the first part', () => arrived.length === 1)
    request.end('two --x--')
    const answer = await answerOf(request)
    assert.equal(await piecesOf(answer)(), '["--x one","two --x--"]')
  })

  test('who hangs up while the answer is awaited ends the work on it', async () => {
    let closed = false
    answering = (_request, response) => {
      response.on('close', () => {
        closed = true
      })
    }
    const before = upstream.received.length
    const request = openCall('POST', '/api/w/messages')
    request.on('error', () => {})
    request.end('{}')
    await until('the call', () => upstream.received.length > before)
    assert.equal(closed, false)
    request.destroy()
    await until('the end of the work', () => closed)
  })

  test('who hangs up in the middle of the answer ends it too', async () => {
    let closed = false
    answering = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n')
      response.on('close', () => {
        closed = true
      })
    }
    const request = openCall('POST', '/api/w/messages')
    request.end('{}')
    const answer = await answerOf(request)
    await piecesOf(answer)()
    assert.equal(closed, false)
    request.destroy()
    await until('the end of the stream', () => closed)
  })

  test('who hangs up in the middle of an upload ends it too', async () => {
    let failed = false
    answering = (request) => {
      request.resume().on('error', () => {
        failed = true
      })
    }
    const before = upstream.received.length
    const request = openCall('POST', '/api/w/knowledge-base-files', { 'content-length': '1000000' })
    request.on('error', () => {})
    request.write('some of it')
    await until('the upload', () => upstream.received.length > before)
    request.destroy()
    await until('the end of the upload', () => failed)
  })

  test('a service that refuses an upload early is heard, however much is still to come', async () => {
    answering = (_request, response) =>
      response.writeHead(413, { 'content-type': 'application/json' }).end('{"code":"x"}')
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    let heard = ''
    socket.on('data', (part) => {
      heard += part
    })
    const part = Buffer.alloc(64 * 1024)
    const parts = 400
    const { cookie, ...page } = user
    const headers = Object.entries({ cookie, ...page, host: 'localhost', 'content-length': parts * part.length })
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`POST /api/w/knowledge-base-files HTTP/1.1\r\n${head}\r\n`)
    for (let n = 0; n < parts; n++) if (!socket.write(part)) await once(socket, 'drain')
    await until('the answer', () => heard.endsWith('0\r\n\r\n'))
    assert.match(heard, /^HTTP\/1.1 413 [\s\S]*{"code":"x"}/)

    heard = ''
    socket.write('GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await once(socket, 'close')
    assert.match(heard, /^HTTP\/1.1 200 /, 'and the connection goes on')
  })
})

describe('a service in trouble', () => {
  test('that is away is 503 with the time to wait', async () => {
    const answer = await call('/api/w/settings')
    assert.equal(answer.status, 503)
    assert.deepEqual(await answer.json(), { message: errors.unavailable.message, code: 'unavailable' })
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  })

  test('that says 503 is asked once', async () => {
    answering = (_request, response) => response.writeHead(503, { 'retry-after': '3' }).end('{"code":"unavailable"}')
    const before = upstream.received.length
    const answer = await call('/api/w/transcripts')
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '3')
    assert.equal(upstream.received.length, before + 1)
  })

  test('that drops the connection is asked again for what only reads, never for what changes something', async () => {
    answering = (request) => request.socket.destroy()
    let before = upstream.received.length
    const changing = await call('/api/w/messages', { method: 'POST', body: '{}' })
    assert.equal(changing.status, 503)
    assert.deepEqual(await changing.json(), {
      err: true,
      message: errors.unavailable.message,
      code: 'unavailable',
      id: null,
      type: 'error',
      data: null,
    })
    assert.equal(upstream.received.length, before + 1)

    before = upstream.received.length
    answering = (request, response) =>
      upstream.received.length === before + 1 ? request.socket.destroy() : ok(request, response)
    assert.equal((await call('/api/w/transcripts')).status, 200)
    assert.equal(upstream.received.length, before + 2)
  })

  test('that breaks off in the middle breaks off for the client too, rather than seem complete', async () => {
    answering = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n', () => response.destroy())
    }
    const answer = await call('/api/w/messages', { method: 'POST', body: '{}' })
    await assert.rejects(answer.text())
  })
})

describe('malformed requests', () => {
  /** Sends bytes as they are. */
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (part) => {
        answer += part
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
      socket.write(text)
    })
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`

  for (const [what, text, status] of [
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a path that is no UTF-8', get('/api/w/%E0%A4%A'), 404],
    ['a whole address as the path', get('http://evil.example/api/w/transcripts'), 404],
    ['no path', `OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 404],
    ['steps up', get('/assets/../../../../etc/passwd'), 404],
    ['encoded steps up', get('/assets/..%2f..%2f..%2fetc%2fpasswd'), 422],
    ['a very long part of a path', get(`/chats/${'a'.repeat(5000)}`), 404],
    ['a very long header', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'a length and chunks',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a content type that is none',
      `POST /api/w/messages HTTP/1.1\r\nHost: x\r\nContent-Type: ;;\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      415,
    ],
    [
      'a broken cookie',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: lectern=%E0%A4%A; =; ;;\r\nConnection: close\r\n\r\n`,
      200,
    ],
    ['a host that is none', 'GET /login HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\n\r\n', 200],
  ] as const)
    test(`${what} is the client's fault`, async () => {
      const answer = await raw(text)
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
      if (/content-type: text\/html/i.test(answer)) return
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
      assert.ok(Value.Check(ErrorAnswer, body), answer)
    })

  test('an upload with Expect: 100-continue goes through', async () => {
    answering = ok
    const request = openCall('POST', '/api/w/messages', { expect: '100-continue', 'content-length': '2' })
    request.flushHeaders()
    await once(request, 'continue')
    request.end('{}')
    assert.equal((await answerOf(request)).statusCode, 200)
  })
})
