import assert from 'node:assert/strict'
import type { EventType } from '@lectern/contracts/events'
import { readSession } from '@lectern/service'
import { asIdentity, startMailbox, testBus, testSpace, until } from '@lectern/testing'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'

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
  const users = db.useDb(`${space.namespace.replaceAll('-', '_')}_auth`).collection<{ _id: string }>('users')
  await app.ready()

  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, headers = {}) =>
    app.inject({ method, url, ...(body ? { payload: body } : {}), headers })
  const sessionOf = (answer: { headers: object }) => readSession(redis, space.namespace, sessionIdOf(answer))

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
