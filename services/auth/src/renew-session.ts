import { CallError, endSession, startSession } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from './app.ts'
import type { User } from './models/user.ts'

const maxAgent = 255

/**
 * Ends the session the browser came with, if any, and starts the user's under a new id. Answers the Set-Cookie header.
 * @throws CallError wrong_login where the account was deleted, or got another password, at that moment
 */
export async function renewSession(
  { redis, config, cookie, users }: Pick<Context, 'redis' | 'config' | 'cookie' | 'users'>,
  request: FastifyRequest,
  user: User,
): Promise<string> {
  const { identity } = request
  const { _id, orgId, typeId, isRoot, verified, email, name } = user
  if (identity?.kind === 'user') await endSession(redis, config.NAMESPACE, identity.sessionId, identity.userId)
  const agent = String(request.headers['user-agent'] ?? '').slice(0, maxAgent)
  const session = { userId: _id, orgId, typeId, isRoot, verified, email, name, agent }
  const id = await startSession(redis, config.NAMESPACE, session)
  // Whoever ended all sessions meanwhile could not see this one.
  if (!(await users.isCurrent(user))) {
    await endSession(redis, config.NAMESPACE, id, _id)
    throw new CallError('wrong_login')
  }
  return cookie.serialize(id)
}
