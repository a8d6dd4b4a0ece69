import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { createApp, formPlugin, identityPlugin, readForm } from '@lectern/service'
import { asIdentity, keys, testUser } from '@lectern/testing'
import { Type } from 'typebox'

const app = await createApp('forms', { LOG_LEVEL: 'fatal' })
await app.register(identityPlugin, { service: 'forms', jwks: keys.LECTERN_JWKS })
await app.register(formPlugin)
const body = Type.Object({ name: Type.Optional(Type.String()) })
const schema = { tags: ['Test'], body }
app.post('/json', { schema }, (request) => request.body)
app.post(
  '/form',
  { schema: { ...schema, consumes: ['multipart/form-data', 'application/json'] }, preValidation: readForm },
  (request) => request.body,
)
after(() => app.close())

const send = async (url: string, type: string, payload: string) => {
  const headers = { 'content-type': type, ...(await asIdentity(testUser(), 'forms')) }
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const formType = 'multipart/form-data; boundary=b'
const form = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--b--\r\n'
const json = '{"name":"Ada"}'

describe('a body', () => {
  test('is taken as a form where the call says so, and as JSON everywhere', async () => {
    for (const [url, type, sent] of [
      ['/form', formType, form],
      ['/form', 'application/json', json],
      ['/json', 'application/json', json],
    ] as const)
      assert.deepEqual(await send(url, type, sent), { status: 200, body: { name: 'Ada' } }, url)
  })

  test('of another kind is refused, rather than taken as an empty one', async () => {
    for (const [url, type, sent] of [
      ['/json', formType, form],
      ['/json', 'text/plain', json],
      ['/form', 'text/plain', 'name=Ada'],
      ['/form', 'application/x-www-form-urlencoded', 'name=Ada'],
    ] as const) {
      const { status, body } = await send(url, type, sent)
      assert.equal(status, 415, `${url} ${type}`)
      assert.equal(body.code, 'unsupported_body')
    }
  })

  test('that is refused before it was read is taken off the line, so that its sender sees the answer', async () => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    const bytes = 16 * 1024 * 1024
    const head = [
      'POST /json HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${bytes}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    let lost: Error | null = null
    socket.once('error', (error) => {
      lost = error
    })
    // Nothing is read of the answer until all is sent.
    for (let sent = 0; sent < bytes && !lost; sent += 1024 * 1024)
      await new Promise((resolve) => socket.write(Buffer.alloc(1024 * 1024, 97), resolve))
    assert.equal(lost, null)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    assert.match(String(answer), /^HTTP\/1.1 413 .*body_too_large/s)
  })
})
