import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@lectern/contracts'
import type { Redis } from 'ioredis'
import type { User } from './identity.ts'

/** What a session holds of its user. */
export type Session = Omit<User, 'kind' | 'sessionId'> & {
  name: string
  startedAt?: string
  /** What the browser called itself. */
  agent?: string
}

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
    .set(sessionKey(namespace, id), JSON.stringify({ startedAt: new Date().toISOString(), ...session }), 'EX', seconds)
    .sadd(userKey(namespace, session.userId), id)
    .expire(userKey(namespace, session.userId), seconds)
    .exec()
  return id
}

export async function endSession(redis: Redis, namespace: string, id: string, userId: string): Promise<void> {
  await redis.multi().del(sessionKey(namespace, id)).srem(userKey(namespace, userId), id).exec()
}

/** Names a session where its id must not be told. */
export const sessionHandle = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 32)

/** A user's sessions, newest first. */
export async function listSessions(
  redis: Redis,
  namespace: string,
  userId: string,
): Promise<{ id: string; session: Session }[]> {
  const ids = await redis.smembers(userKey(namespace, userId))
  const found = await Promise.all(ids.map(async (id) => ({ id, session: await readSession(redis, namespace, id) })))
  const ended = found.flatMap(({ id, session }) => (session ? [] : [id]))
  if (ended.length > 0) await redis.srem(userKey(namespace, userId), ...ended)
  return found
    .flatMap(({ id, session }) => (session ? [{ id, session }] : []))
    .sort((a, b) => (b.session.startedAt ?? '').localeCompare(a.session.startedAt ?? ''))
}

/** Ends a user's sessions: all that `which` picks, or all. */
export async function endSessions(
  redis: Redis,
  namespace: string,
  userId: string,
  which: (id: string, session: Session) => boolean = () => true,
): Promise<void> {
  const sessions = await listSessions(redis, namespace, userId)
  for (const { id, session } of sessions) if (which(id, session)) await endSession(redis, namespace, id, userId)
}

/** Changes what a user's sessions hold of the user. */
export async function updateSessions(
  redis: Redis,
  namespace: string,
  userId: string,
  fields: Partial<Pick<Session, 'name' | 'verified'>>,
): Promise<void> {
  // Only if it has not ended meanwhile.
  for (const { id, session } of await listSessions(redis, namespace, userId))
    await redis.set(sessionKey(namespace, id), JSON.stringify({ ...session, ...fields }), 'KEEPTTL', 'XX')
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
