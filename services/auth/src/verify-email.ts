import { type Cause, outboxEntry, updateSessions } from '@lectern/service'
import type { Context } from './app.ts'

/** Takes the token of a verification mail; a link may be opened more than once. False when it is not right. */
export async function verifyEmail(
  { users, tokens, outbox, redis, config }: Context,
  token: string,
  cause: Cause,
): Promise<boolean> {
  const user = await users.findById(tokens.idOf(token))
  if (!user || !tokens.isVerification(user, token)) return false
  const actor = { id: user._id, email: user.email }
  if (await users.verify(user.orgId, user._id, outboxEntry('user.verified', { ...cause, actor }, {})))
    outbox.wake(user._id)
  await updateSessions(redis, config.NAMESPACE, user._id, { verified: true })
  return true
}
