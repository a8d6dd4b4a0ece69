import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { startGateway, startUpstream } from './gateway.ts'

let body: Buffer
const upstream = await startUpstream(async (request, response) => {
  body = await buffer(request)
  response.setHeader('content-type', 'application/json').end('{"received":true}')
})
const gateway = await startGateway({ billing: upstream.url })
after(async () => {
  await gateway.close()
  await upstream.close()
})

const path = '/api/stripe/webhook'
const last = () => upstream.received.at(-1) ?? assert.fail('nothing was received')
const post = (at: string, headers: Record<string, string> = {}, sent = '{}') =>
  fetch(`${gateway.url}${at}`, {
    method: 'POST',
    body: sent,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('a message of the payment provider', () => {
  test('passes without session, token or origin of ours, byte for byte, with its signature', async () => {
    const sent = '{ "id":\t"evt_1",\n  "name": "Zo\\u00eb ë \\/ ",   "n": 1.0 }\n'
    const answer = await post(path, { 'stripe-signature': 't=1,v1=abc', origin: 'https://stripe.example' }, sent)
    assert.equal(answer.status, 200)
    assert.equal(body.toString('hex'), Buffer.from(sent).toString('hex'))
    assert.equal(last().headers['stripe-signature'], 't=1,v1=abc')
    assert.deepEqual([last().method, last().url], ['POST', path])
  })

  test('comes as nobody, whatever cookie or identity it brings', async () => {
    const user = await gateway.signIn()
    await post(path, { ...user, authorization: 'Bearer forged' })
    assert.equal(last().headers.authorization, undefined)
    assert.equal(last().headers.cookie, undefined)
  })

  test('is one path and one method', async () => {
    const before = upstream.received.length
    for (const other of [`${path}/`, `${path}/x`, '/api/stripe', '/api/stripe/other'])
      assert.equal((await post(other)).status, 404, other)
    for (const method of ['GET', 'PUT', 'DELETE'])
      assert.equal((await fetch(`${gateway.url}${path}`, { method })).status, 404, method)
    assert.equal(upstream.received.length, before)
  })

  test('opens no other call', async () => {
    const answer = await post('/api/w/stripe/cancel', { 'stripe-signature': 't=1,v1=abc' })
    assert.equal(answer.status, 401)
  })
})
