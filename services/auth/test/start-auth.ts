import assert from 'node:assert/strict'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { userTypes } from '@lectern/contracts'
import type { EventType } from '@lectern/contracts/events'
import { type Actor, readSession } from '@lectern/service'
import { asIdentity, startMailbox, testBus, testSpace, until } from '@lectern/testing'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'
import { createTokens } from '../src/tokens.ts'

export const cookieOf = (answer: { headers: { 'set-cookie'?: string | string[] } }) =>
  String(answer.headers['set-cookie'])
export const sessionIdOf = (answer: { headers: object }) => cookieOf(answer).match(/^lectern=([^;]*)/)?.[1] ?? ''

export const person = (fields: object = {}) => ({
  name: 'Ada',
  email: `${crypto.randomUUID()}@example.com`,
  password: 'correct horse',
  passwordConfirmation: 'correct horse',
  ...fields,
})

/** The service with a mail server, in a corner of the engines of its own; what it tells of is in `told`. */
export async function startAuth(listenTo: EventType[]) {
  const space = testSpace()
  const mailbox = await startMailbox()
  const outside = await testBus(space.config, listenTo)
  const app = await buildApp({ ...space.config, SMTP_URL: mailbox.url })
  const redis = new Redis(space.config.REDIS_URL)
  const db = await mongoose.createConnection(space.config.MONGODB_URL).asPromise()
  const database = db.useDb(`${space.namespace.replaceAll('-', '_')}_auth`)
  const users = database.collection<{ _id: string }>('users')
  await app.ready()

  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, headers = {}) =>
    app.inject({ method, url, ...(body ? { payload: body } : {}), headers })
  const sessionOf = (answer: { headers: object }) => readSession(redis, space.namespace, sessionIdOf(answer))

  /** An invitation as org tells of it, and the token of its mail. */
  const invite = async (orgId: number, fields: { expires?: Date; typeId?: number } = {}, inviter?: Actor) => {
    const [id, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@example.com`]
    const { expires = new Date(Date.now() + 86_400_000), typeId = userTypes.user } = fields
    const payload = { email, typeId, expires: timestampFromDate(expires), organizationName: 'Harbor Library' }
    const sent = await outside.send('invite.created', { orgId, aggregateId: id, actor: inviter }, payload)
    await until('the copy', () => database.collection<{ _id: string }>('invitecopies').findOne({ _id: id }))
    return { id, email, sent, payload, token: createTokens(space.config.LECTERN_SECRET).invite({ _id: id }) }
  }

  /** The headers of the browser that got this answer to a login. */
  const asBrowserOf = async (answer: { headers: object }) => {
    const { name, agent, startedAt, ...session } = (await sessionOf(answer)) ?? assert.fail('no session')
    return asIdentity({ kind: 'user', sessionId: sessionIdOf(answer), ...session }, 'auth')
  }

  return {
    space,
    mailbox,
    outside,
    redis,
    users,
    invite,
    call,
    sessionOf,
    asBrowserOf,
    login: (email: string, password: string, headers = {}) => call('POST', '/api/login', { email, password }, headers),

    /** A new account and the headers of its browser. */
    async register(fields: object = {}) {
      const given = person(fields)
      const answer = await call('POST', '/api/register', given)
      assert.equal(answer.statusCode, 200, answer.body)
      const session = (await sessionOf(answer)) ?? assert.fail('no session')
      return { ...given, answer, id: session.userId, orgId: session.orgId, headers: await asBrowserOf(answer) }
    },

    told: (type: EventType, aggregateId: string) =>
      until(`${type} of ${aggregateId}`, () =>
        outside.received.find((event) => event.type === type && event.aggregateId === aggregateId),
      ),

    async close() {
      await Promise.all([app.close(), outside.close(), redis.quit(), db.close()])
      await mailbox.close()
      await space.remove()
    },
  }
}
