import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errors, fieldMessages, limits, userTypes } from '@lectern/contracts'
import { readSession } from '@lectern/service'
import { asIdentity, testBus, testSpace, testUser, until } from '@lectern/testing'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'

const space = testSpace()
const outside = await testBus(space.config, ['user.registered'])
const app = await buildApp(space.config)
const redis = new Redis(space.config.REDIS_URL)
const db = await mongoose.createConnection(space.config.MONGODB_URL).asPromise()
const users = db.useDb(`${space.namespace.replaceAll('-', '_')}_auth`).collection<{ _id: string }>('users')

before(() => app.ready())
after(async () => {
  await Promise.all([app.close(), outside.close(), redis.quit(), db.close()])
  await space.remove()
})

const person = (fields: object = {}) => ({
  name: 'Ada',
  email: `${crypto.randomUUID()}@example.com`,
  password: 'correct horse',
  passwordConfirmation: 'correct horse',
  ...fields,
})
type Call = { url: string; body?: object; headers?: Record<string, string> }
const post = ({ url, body, headers = {} }: Call) => app.inject({ method: 'POST', url, payload: body, headers })
const register = (body: object) => post({ url: '/api/register', body })
const login = (email: string, password: string, headers = {}) =>
  post({ url: '/api/login', body: { email, password }, headers })
const cookieOf = (answer: { headers: { 'set-cookie'?: string | string[] } }) => String(answer.headers['set-cookie'])
const sessionIdOf = (answer: { headers: object }) => cookieOf(answer).match(/^lectern=([^;]*)/)?.[1] ?? ''
const sessionOf = (answer: { headers: object }) => readSession(redis, space.namespace, sessionIdOf(answer))

describe('registering', () => {
  test('makes a user who founds an organization, starts a session, and tells the others', async () => {
    const ada = person({ email: ' Ada@Example.com ' })
    const answer = await register(ada)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().url, '/')

    const kept = await users.findOne({ email: 'ada@example.com' } as object)
    assert.ok(kept)
    const session = await sessionOf(answer)
    const { orgId, startedAt, ...told } = session ?? assert.fail('no session')
    assert.ok(Date.now() - Date.parse(String(startedAt)) < 60_000)
    assert.deepEqual(told, {
      userId: kept._id,
      typeId: userTypes.admin,
      isRoot: false,
      verified: false,
      email: 'ada@example.com',
      name: 'Ada',
      agent: 'lightMyRequest',
    })

    const event = await until('user.registered', () => outside.received.find((e) => e.aggregateId === kept._id))
    assert.equal(event.orgId, orgId)
    assert.equal(event.version, 1)
    const { $typeName, ...payload } = event.payload as { $typeName: string }
    assert.deepEqual(payload, {
      userId: kept._id,
      name: 'Ada',
      email: 'ada@example.com',
      typeId: userTypes.admin,
      founder: true,
      inviteId: '',
    })
  })

  test('keeps the password as argon2id only', async () => {
    const ada = person()
    await register(ada)
    const kept = JSON.stringify(await users.findOne({ email: ada.email } as object))
    assert.match(kept, /"passwordHash":"\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.ok(!kept.includes(ada.password))
  })

  test('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const cookie = cookieOf(await register(person()))
    assert.match(cookie, /^lectern=[\w-]{43}; /)
    for (const attribute of ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${limits.sessionDays * 24 * 3600}`])
      assert.ok(cookie.includes(attribute), attribute)
  })

  test('gives each organization its own number, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(person())))
    const orgIds = await Promise.all(answers.map(async (answer) => (await sessionOf(answer))?.orgId))
    assert.equal(new Set(orgIds).size, 8)
    for (const orgId of orgIds) assert.ok(Number.isInteger(orgId) && Number(orgId) >= 1)
  })

  test('an email can have one account, in whatever spelling', async () => {
    const ada = person()
    await register(ada)
    const again = await register({ ...ada, email: ada.email.toUpperCase() })
    assert.equal(again.statusCode, 422)
    assert.deepEqual(again.json().errors, { email: [fieldMessages.emailTaken] })
    assert.equal(again.headers['set-cookie'], undefined)
  })

  test('of many who register the same email at once one gets it', async () => {
    const ada = person()
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(ada)))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    assert.deepEqual(statuses, [200, 422, 422, 422, 422])
    assert.equal(await users.countDocuments({ email: ada.email } as object), 1)
  })

  for (const [what, fields, expected] of [
    ['a blank name', { name: ' ' }, { name: [fieldMessages.required] }],
    ['an address that is none', { email: 'ada' }, { email: [fieldMessages.email] }],
    ['a short password', { password: 'abc', passwordConfirmation: 'abc' }, { password: [fieldMessages.passwordShort] }],
    ['a long password', { password: 'a'.repeat(limits.passwordMax + 1) }, { password: [fieldMessages.passwordLong] }],
    ['two passwords', { passwordConfirmation: 'another' }, { passwordConfirmation: [fieldMessages.passwordsDiffer] }],
    ['an unknown invitation', { invite_token: 'abc' }, { invite_token: [fieldMessages.invite] }],
  ] as const)
    test(`refuses ${what}`, async () => {
      const body = person(fields)
      const answer = await register(body)
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, expected)
      assert.equal(await users.countDocuments({ email: body.email } as object), 0)
    })

  test('an empty invitation counts as none', async () => {
    assert.equal((await register(person({ invite_token: '' }))).statusCode, 200)
  })

  test('a query object in place of an email finds nobody', async () => {
    const answer = await post({ url: '/api/login', body: { email: { $ne: '' }, password: 'correct horse' } })
    assert.equal(answer.statusCode, 422)
  })
})

describe('logging in', () => {
  test('starts a session, in whatever spelling of the email', async () => {
    const ada = person()
    await register(ada)
    const answer = await login(` ${ada.email.toUpperCase()}`, ada.password)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().url, '/')
    assert.equal((await sessionOf(answer))?.email, ada.email)
  })

  test('a wrong password and an unknown account get the same answer', async () => {
    const ada = person()
    await register(ada)
    const wrong = await login(ada.email, 'not it')
    const unknown = await login('nobody@example.com', ada.password)
    assert.equal(wrong.statusCode, 422)
    assert.deepEqual(wrong.json(), { message: errors.wrong_login.message, code: 'wrong_login' })
    assert.deepEqual(unknown.json(), wrong.json())
    assert.equal(unknown.statusCode, wrong.statusCode)
    assert.equal(wrong.headers['set-cookie'], undefined)
  })

  test('ends the session the browser came with', async () => {
    const ada = person()
    const first = await register(ada)
    const session = (await sessionOf(first)) ?? assert.fail('no session')
    const headers = await asIdentity({ kind: 'user', sessionId: sessionIdOf(first), ...session }, 'auth')
    const second = await login(ada.email, ada.password, headers)
    assert.notEqual(sessionIdOf(second), sessionIdOf(first))
    assert.equal(await sessionOf(first), null)
    assert.ok(await sessionOf(second))
  })
})

describe('logging out', () => {
  test('ends the session and clears the cookie', async () => {
    const registered = await register(person())
    const session = (await sessionOf(registered)) ?? assert.fail('no session')
    const headers = await asIdentity({ kind: 'user', sessionId: sessionIdOf(registered), ...session }, 'auth')
    const answer = await post({ url: '/api/logout', headers })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().url, '/login')
    assert.match(cookieOf(answer), /^lectern=; .*Max-Age=0/)
    assert.equal(await sessionOf(registered), null)
  })

  test('without a session it is done already', async () => {
    assert.equal((await post({ url: '/api/logout' })).statusCode, 200)
  })
})

describe('settings', () => {
  test('are the signed-in user’s own', async () => {
    const ada = person()
    const session = (await sessionOf(await register(ada))) ?? assert.fail('no session')
    const read = async (identity: Parameters<typeof asIdentity>[0]) =>
      app.inject({ url: '/api/w/settings', headers: await asIdentity(identity, 'auth') })
    const own = await read({ kind: 'user', sessionId: 's', ...session })
    assert.deepEqual(own.json(), { user: { name: 'Ada', email: ada.email } })
    const stranger = await read(testUser({ userId: session.userId, orgId: session.orgId + 1 }))
    assert.equal(stranger.statusCode, 404)
  })

  test('need an identity that was made for this service', async () => {
    assert.equal((await app.inject('/api/w/settings')).statusCode, 401)
    const forAnother = await app.inject({ url: '/api/w/settings', headers: await asIdentity(testUser(), 'org') })
    assert.equal(forAnother.statusCode, 401)
    assert.deepEqual(forAnother.json(), { message: 'Unauthenticated.', code: 'unauthenticated' })
  })
})

test('the public keys are there for all, and no private one', async () => {
  const answer = await app.inject('/.well-known/jwks.json')
  assert.deepEqual(answer.json(), JSON.parse(space.config.LECTERN_JWKS))
  assert.ok(!answer.body.includes('"d"'))
})
