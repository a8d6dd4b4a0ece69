import { randomBytes } from 'node:crypto'
import { limits } from '@lectern/contracts'
import type { Redis } from 'ioredis'
import type { User } from './identity.ts'

/** What a session holds of its user. */
export type Session = Omit<User, 'kind' | 'sessionId'> & { name: string }

const seconds = limits.sessionDays * 24 * 3600
const sessionKey = (namespace: string, id: string) => `${namespace}:session:${id}`
const userKey = (namespace: string, userId: string) => `${namespace}:user-sessions:${userId}`

/** 256 random bits, base64url. */
export const newSessionId = () => randomBytes(32).toString('base64url')

/** A session's user, or null where there is none. One read of Redis. */
export async function readSession(redis: Redis, namespace: string, id: string): Promise<Session | null> {
  const stored = await redis.get(sessionKey(namespace, id))
  return stored ? (JSON.parse(stored) as Session) : null
}

/** Starts a session under a new id. */
export async function startSession(redis: Redis, namespace: string, session: Session): Promise<string> {
  const id = newSessionId()
  await redis
    .multi()
    .set(sessionKey(namespace, id), JSON.stringify(session), 'EX', seconds)
    .sadd(userKey(namespace, session.userId), id)
    .expire(userKey(namespace, session.userId), seconds)
    .exec()
  return id
}

export async function endSession(redis: Redis, namespace: string, id: string, userId: string): Promise<void> {
  await redis.multi().del(sessionKey(namespace, id)).srem(userKey(namespace, userId), id).exec()
}

/** The cookie's name and attributes: over https it is Secure and bound to the host. */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-lectern' : 'lectern',
    serialize(id: string, maxAge: number = seconds): string {
      const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAge}`, ...(secure ? ['Secure'] : [])]
      return `${this.name}=${id}; ${attributes.join('; ')}`
    },
  }
}
