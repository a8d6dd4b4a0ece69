import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errors } from '@lectern/contracts'
import { testSpace } from '@lectern/testing'
import { buildApp } from '../src/app.ts'

const space = testSpace()
const app = await buildApp({ ...space.config, LECTERN_RATE_LIMIT_FACTOR: 1 })

before(() => app.ready())
after(async () => {
  await app.close()
  await space.remove()
})

const login = (email: string, address: string) =>
  app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: 'a guess' },
    headers: { 'x-forwarded-for': address },
  })

const forgot = (email: string, address: string) =>
  app.inject({
    method: 'POST',
    url: '/api/forgot-password',
    payload: { email },
    headers: { 'x-forwarded-for': address },
  })

test('five mails an account in an hour, whether there is one or not', async () => {
  for (let n = 0; n < 5; n++) assert.equal((await forgot('cleo@example.com', `10.1.0.${n}`)).statusCode, 200)
  assert.equal((await forgot('Cleo@example.com', '10.1.1.1')).statusCode, 429)
  assert.equal((await forgot('dora@example.com', '10.1.1.1')).statusCode, 200, 'another account goes on')
})

describe('guessing passwords', () => {
  test('ten tries an account in a quarter of an hour, from wherever they come', async () => {
    for (let n = 0; n < 10; n++) assert.equal((await login('ada@example.com', `10.0.0.${n}`)).statusCode, 422)
    const refused = await login('Ada@example.com', '10.0.1.1')
    assert.equal(refused.statusCode, 429)
    assert.equal(refused.json().message, errors.rate_limited.message)
    const wait = Number(refused.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 15 * 60, `Retry-After ${wait}`)
    assert.equal((await login('bob@example.com', '10.0.1.1')).statusCode, 422, 'another account goes on')
  })

  test('fifty tries an address, at whatever accounts', async () => {
    const tries = await Promise.all(Array.from({ length: 50 }, (_, n) => login(`user${n}@example.com`, '10.9.9.9')))
    assert.deepEqual(new Set(tries.map(({ statusCode }) => statusCode)), new Set([422]))
    assert.equal((await login('someone@example.com', '10.9.9.9')).statusCode, 429)
    assert.equal((await login('someone@example.com', '10.9.9.8')).statusCode, 422, 'another address goes on')
  })
})
