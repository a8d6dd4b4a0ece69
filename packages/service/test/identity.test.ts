import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type ErrorCode, limits, userTypes } from '@lectern/contracts'
import { asIdentity, keys, testUser } from '@lectern/testing'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { adminOf, createApp, type Identity, identityOf, identityPlugin, identitySigner, userOf } from '../src/index.ts'

const app = await createApp('chat', { LOG_LEVEL: 'silent' })
await app.register(identityPlugin, { service: 'chat', jwks: keys.LECTERN_JWKS })
app.get('/who', (request) => ({ identity: request.identity }))
app.get('/user', (request) => userOf(request))
app.get('/admin', (request) => adminOf(request))
app.get('/anyone', (request) => identityOf(request))
after(() => app.close())

const visitor: Identity = { kind: 'visitor', orgId: 7, chatUnqid: 'abcd1234' }
const ask = async (url: string, identity?: Identity) =>
  app.inject({ url, headers: identity ? await asIdentity(identity, 'chat') : {} })
const withToken = (token: string) => app.inject({ url: '/who', headers: { authorization: `Bearer ${token}` } })
const tokenOf = async (identity: Identity, service = 'chat') =>
  String((await asIdentity(identity, service)).authorization).replace('Bearer ', '')
const refused = (answer: Awaited<ReturnType<typeof ask>>, code: ErrorCode) => assert.equal(answer.json().code, code)

describe('an identity', () => {
  test('arrives as it was signed', async () => {
    const user = testUser({ userId: 'user-9', orgId: 3 })
    assert.deepEqual((await ask('/who', user)).json().identity, user)
    assert.deepEqual((await ask('/who', visitor)).json().identity, visitor)
  })

  test('is null where none was sent', async () => {
    assert.equal((await ask('/who')).json().identity, null)
  })

  test('is for one service', async () => {
    refused(await withToken(await tokenOf(testUser(), 'org')), 'unauthenticated')
  })

  test('ends after a minute', async (t) => {
    const token = await tokenOf(testUser())
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + (limits.identitySeconds - 2) * 1000 })
    assert.equal((await withToken(token)).statusCode, 200)
    t.mock.timers.tick(4000)
    refused(await withToken(token), 'unauthenticated')
  })

  test('signed by another key, by none, or changed on the way is refused', async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const forger = await identitySigner(JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'test' }))
    refused(await withToken(await forger(testUser(), 'chat')), 'unauthenticated')

    const [head = '', body = '', signature = ''] = (await tokenOf(testUser())).split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const decoded = JSON.parse(Buffer.from(body, 'base64url').toString())
    const root = encode({ ...decoded, identity: { ...decoded.identity, isRoot: true } })
    for (const token of [`${head}.${root}.${signature}`, `${encode({ alg: 'none' })}.${root}.`, 'a.b.c', 'x'])
      refused(await withToken(token), 'unauthenticated')

    // The public key is known to all; it must not do as the secret of a symmetric signature.
    const secret = new TextEncoder().encode(keys.LECTERN_JWKS)
    const symmetric = await new SignJWT({ identity: testUser() })
      .setProtectedHeader({ alg: 'HS256', kid: 'test' })
      .setAudience('chat')
      .setExpirationTime('60s')
      .sign(secret)
    refused(await withToken(symmetric), 'unauthenticated')
  })
})

describe('who may', () => {
  const member = testUser({ typeId: userTypes.user })

  test('a user: those who are signed in', async () => {
    assert.equal((await ask('/user', member)).statusCode, 200)
    refused(await ask('/user', visitor), 'unauthenticated')
    refused(await ask('/user'), 'unauthenticated')
  })

  test('an admin: those of that type', async () => {
    assert.equal((await ask('/admin', testUser())).statusCode, 200)
    refused(await ask('/admin', member), 'forbidden')
    refused(await ask('/admin'), 'unauthenticated')
  })

  test('anyone: users and visitors', async () => {
    assert.equal((await ask('/anyone', member)).statusCode, 200)
    assert.equal((await ask('/anyone', visitor)).statusCode, 200)
    refused(await ask('/anyone'), 'unauthenticated')
  })
})
