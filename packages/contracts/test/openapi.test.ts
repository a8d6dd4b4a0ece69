import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { errors } from '../src/index.ts'
import { type CallName, calls, describeCalls, notes } from '../src/openapi/index.ts'

const wrongIn = (schema: TSchema, value: unknown) =>
  [...Value.Errors(schema, value)].map(({ instancePath, message }) => `${instancePath} ${message}`)
const names = Object.keys(calls) as CallName[]

describe('the documentation of calls', () => {
  test('has examples that their schemas accept', () => {
    for (const name of names) {
      const { body, response } = calls[name].schema
      const note = notes[name]
      if (body) assert.deepEqual('body' in note && wrongIn(body, note.body), [], name)
      if (200 in response) assert.deepEqual('answer' in note && wrongIn(response[200], note.answer), [], name)
      if (note.json) assert.deepEqual(wrongIn(note.json.schema, note.json.example), [], name)
    }
  })

  test('completes a document of routes with who may call, and with every error under its status', () => {
    const described = describeCalls({
      paths: {
        '/api/w/plans': { get: { responses: { 200: {} } } },
        '/api/w/users': { post: { requestBody: { content: { 'application/json': {} } }, responses: { 200: {} } } },
        '/api/w/messages': { post: { responses: { 200: {} } } },
        '/somewhere/else': { get: { responses: { 200: {} } } },
      },
    })
    const plans = described.paths?.['/api/w/plans']?.get
    assert.deepEqual(plans?.security, [])
    assert.equal(plans?.responses?.['401'], undefined)
    const invite = described.paths?.['/api/w/users']?.post
    assert.equal(invite?.operationId, 'inviteUser')
    assert.deepEqual(invite?.security, [{ session: [], csrf: [], ajax: [] }])
    assert.ok(invite?.requestBody?.content['application/json']?.example)
    for (const code of ['page_outdated', 'forbidden', 'unverified'] as const)
      assert.ok(invite?.responses?.['403']?.description?.includes(errors[code].message), code)
    const ask = described.paths?.['/api/w/messages']?.post
    assert.match(ask?.responses?.['429']?.$ref ?? '', /FailedAnswer/)
    assert.deepEqual(described.paths?.['/somewhere/else'], { get: { responses: { 200: {} } } })
  })
})
