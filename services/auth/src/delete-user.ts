import { endSessions, type IncomingEvent, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'

/** Deletes the account of somebody who was removed from their organization. A second delivery ends what the first left. */
export async function deleteUser(
  { users, outbox, redis, config }: Pick<Context, 'users' | 'outbox' | 'redis' | 'config'>,
  { id, orgId, traceparent, actor, payload: { userId } }: IncomingEvent<'member.removed'>,
): Promise<void> {
  await users.markDeleted(orgId, userId, outboxEntry('user.deleted', { id, traceparent, actor }, {}))
  outbox.wake(userId)
  await endSessions(redis, config.NAMESPACE, userId)
}
