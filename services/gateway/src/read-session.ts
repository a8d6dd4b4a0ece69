import { readSession, type Session, sessionCookie, type User } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'

/** Whom a browser's cookies tell of. */
export type Browser = {
  sessionId: string | null
  session: Session | null
  guestId: string | null
}

export type ReadBrowser = (request: FastifyRequest) => Promise<Browser>

const idFormat = /^[\w-]{43}$/
const asId = (cookie: string | undefined) => (cookie !== undefined && idFormat.test(cookie) ? cookie : null)

/** The cookie of a browser that is not logged in yet, named as the session's is. */
export const guestCookieName = (publicUrl: string) => `${sessionCookie(publicUrl).name}-guest`

/** Reads a browser's cookies, and its session from Redis; that one is away is an error, never "logged out". */
export function browserReader(redis: Redis, { NAMESPACE, LECTERN_PUBLIC_URL }: Config): ReadBrowser {
  const { name } = sessionCookie(LECTERN_PUBLIC_URL)
  const guestName = guestCookieName(LECTERN_PUBLIC_URL)
  return async ({ cookies }) => {
    const sessionId = asId(cookies[name])
    const session = sessionId ? await readSession(redis, NAMESPACE, sessionId) : null
    return { sessionId, session, guestId: asId(cookies[guestName]) }
  }
}

/** The signed-in user as the services are told, or null. */
export function userOfBrowser({ session, sessionId }: Browser): User | null {
  if (!session || !sessionId) return null
  const { userId, orgId, typeId, isRoot, verified, email } = session
  return { kind: 'user', userId, orgId, typeId, isRoot, verified, email, sessionId }
}
