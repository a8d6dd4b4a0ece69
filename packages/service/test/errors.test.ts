import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type ErrorCode, errors, fieldMessages } from '@lectern/contracts'
import Type from 'typebox'
import { CallError, createApp, invalid, isTemporary, notFound } from '../src/index.ts'

const app = await createApp('test', { LOG_LEVEL: 'silent' })
app.post(
  '/form',
  { schema: { body: Type.Object({ name: Type.String({ minLength: 1 }), count: Type.Optional(Type.Integer()) }) } },
  (request) => request.body,
)
app.get('/list', { schema: { querystring: Type.Object({ page: Type.Integer({ minimum: 1 }) }) } }, (r) => r.query)
app.get('/items/:id', () => ({}))
const thrown: Record<string, () => unknown> = {
  conflict: () => new CallError('conflict'),
  fields: () => invalid({ email: ['Taken.', 'Odd.'], name: ['Long.'] }),
  wait: () => new CallError('rate_limited', { retryAfterSeconds: 12.2 }),
  gone: () => notFound('chat_not_found'),
  bug: () => new TypeError('password hunter2 is not a function'),
  engine: () => Object.assign(new Error('connect failed at 10.0.0.7'), { code: 'ECONNREFUSED' }),
  text: () => 'just a text',
}
for (const [name, make] of Object.entries(thrown))
  app.get(`/throws/${name}`, () => {
    throw make()
  })
after(() => app.close())

const post = (payload: string | Buffer, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/form', payload, headers: { 'content-type': type } })
const is = (answer: Awaited<ReturnType<typeof post>>, code: ErrorCode) => {
  assert.deepEqual(answer.json(), { message: errors[code].message, code })
  assert.equal(answer.statusCode, errors[code].status)
}

describe('an error that was meant', () => {
  test('has its status, its code and its sentence', async () => {
    is(await app.inject('/throws/conflict'), 'conflict')
    is(await app.inject('/throws/gone'), 'chat_not_found')
  })

  test('of a form tells each field, and the first for those who show one', async () => {
    const answer = await app.inject('/throws/fields')
    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json(), {
      message: 'Taken.',
      code: 'invalid',
      errors: { email: ['Taken.', 'Odd.'], name: ['Long.'] },
    })
  })

  test('tells how long to wait, in whole seconds', async () => {
    const answer = await app.inject('/throws/wait')
    assert.equal(answer.statusCode, 429)
    assert.equal(answer.headers['retry-after'], '13')
  })
})

describe('an error that nobody meant', () => {
  test('is ours, and tells nothing of its inside', async () => {
    is(await app.inject('/throws/bug'), 'internal')
    is(await app.inject('/throws/text'), 'internal')
  })

  test('of an engine that is away is 503, to be tried again', async () => {
    const answer = await app.inject('/throws/engine')
    is(answer, 'unavailable')
    assert.ok(Number(answer.headers['retry-after']) > 0)
  })
})

describe('a request that is wrong', () => {
  test('in its fields tells which, in words', async () => {
    const answer = await post('{"count": 1.5}')
    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, { name: [fieldMessages.required], count: [fieldMessages.invalid] })
  })

  test('as a whole tells so', async () => {
    is(await post('{"name": '), 'malformed_body')
    is(await post(''), 'malformed_body')
    is(await post('name=Ada', 'text/odd'), 'unsupported_body')
    is(await post(Buffer.alloc(300 * 1024, 'a')), 'body_too_large')
    for (const body of ['[]', 'null', '"text"', '7']) assert.equal((await post(body)).statusCode, 422, body)
  })

  test('cannot reach the prototype', async () => {
    is(await post('{"name": "a", "__proto__": {"admin": true}}'), 'malformed_body')
  })

  test('by its address finds nothing', async () => {
    is(await app.inject('/nowhere'), 'not_found')
    is(await app.inject({ method: 'DELETE', url: '/list' }), 'not_found')
    is(await app.inject('/items/%E0%A4%A'), 'not_found')
    is(await app.inject(`/items/${'a'.repeat(300)}`), 'not_found')
  })

  test('is not where a query is text that means a number', async () => {
    assert.deepEqual((await app.inject('/list?page=2')).json(), { page: 2 })
    assert.equal((await app.inject('/list?page=two')).statusCode, 422)
  })

  test('with fields nobody asked for passes without them', async () => {
    assert.deepEqual((await post('{"name": "Ada", "admin": true}')).json(), { name: 'Ada' })
  })
})

test('engines that are away are known by what their drivers throw', () => {
  const named = (name: string, fields = {}) => Object.assign(new Error('x'), { name, ...fields })
  for (const error of [
    named('MongoServerSelectionError'),
    named('MongoNetworkError'),
    named('KafkaJSConnectionError'),
    named('MaxRetriesPerRequestError'),
    named('Error', { code: 'ETIMEDOUT' }),
    new Error('Command timed out'),
    new Error('outer', { cause: named('MongoNetworkError') }),
    named('Error', { temporary: true }),
  ])
    assert.equal(isTemporary(error), true, error.name)
  for (const error of [
    new Error('x'),
    named('MongoServerError'),
    named('MongoNetworkError', { temporary: false }),
    'text',
  ])
    assert.equal(isTemporary(error), false)
})
