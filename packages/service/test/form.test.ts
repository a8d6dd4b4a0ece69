import assert from 'node:assert/strict'
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
const form = [
  'multipart/form-data; boundary=b',
  '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--b--\r\n',
] as const
const json = ['application/json', '{"name":"Ada"}'] as const

describe('a body', () => {
  test('is taken as a form where the call says so, and as JSON everywhere', async () => {
    for (const [url, ...sent] of [
      ['/form', ...form],
      ['/form', ...json],
      ['/json', ...json],
    ] as const)
      assert.deepEqual(await send(url, ...sent), { status: 200, body: { name: 'Ada' } }, url)
  })

  test('of another kind is refused, rather than taken as an empty one', async () => {
    for (const [url, ...sent] of [
      ['/json', ...form],
      ['/json', 'text/plain', '{"name":"Ada"}'],
      ['/form', 'text/plain', 'name=Ada'],
      ['/form', 'application/x-www-form-urlencoded', 'name=Ada'],
    ] as const) {
      const { status, body } = await send(url, ...sent)
      assert.equal(status, 415, `${url} ${sent[0]}`)
      assert.equal(body.code, 'unsupported_body')
    }
  })
})
