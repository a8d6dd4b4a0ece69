import { endSession, startSession } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from './app.ts'
import type { User } from './models/user.ts'

const maxAgent = 255

/** Ends the session the browser came with, if any, and starts the user's under a new id. Answers the Set-Cookie header. */
export async function renewSession(
  { redis, config, cookie }: Pick<Context, 'redis' | 'config' | 'cookie'>,
  request: FastifyRequest,
  { _id, orgId, typeId, isRoot, verified, email, name }: User,
): Promise<string> {
  const { identity } = request
  if (identity?.kind === 'user') await endSession(redis, config.NAMESPACE, identity.sessionId, identity.userId)
  const agent = String(request.headers['user-agent'] ?? '').slice(0, maxAgent)
  const session = { userId: _id, orgId, typeId, isRoot, verified, email, name, agent }
  return cookie.serialize(await startSession(redis, config.NAMESPACE, session))
}
