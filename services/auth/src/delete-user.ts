import { errors, fieldMessages } from '@lectern/contracts'
import {
  CallError,
  type Cause,
  endSessions,
  type IncomingEvent,
  invalid,
  notFound,
  outboxEntry,
  type User as SignedIn,
} from '@lectern/service'
import type { Context } from './app.ts'
import { isPassword } from './passwords.ts'

type Needed = Pick<Context, 'users' | 'invites' | 'outbox' | 'redis' | 'config'>

const usersAtOnce = 100

/** Deletes the account of somebody who was removed from their organization. A second delivery ends what the first left. */
export async function deleteUser(
  { users, outbox, redis, config }: Needed,
  { id, orgId, traceparent, actor, payload: { userId } }: IncomingEvent<'member.removed'>,
): Promise<void> {
  await users.markDeleted(orgId, userId, outboxEntry('user.deleted', { id, traceparent, actor }, {}))
  outbox.wake(userId)
  await endSessions(redis, config.NAMESPACE, userId)
}

/**
 * Deletes one's own account. Who founded an organization owns it, and deletes that instead.
 * @throws CallError not_found, invalid, rate_limited, owner_stays
 */
export async function deleteAccount(
  context: Needed & Pick<Context, 'limitTries'>,
  { orgId, userId }: SignedIn,
  password: string,
  address: string,
  cause: Cause,
): Promise<void> {
  const { users, outbox, redis, config, limitTries } = context
  const user = await users.find(orgId, userId)
  if (!user) throw notFound()
  if (password === '') throw invalid({ current_password: [fieldMessages.required] })
  await limitTries(user.email, address)
  if (!(await isPassword(password, user.passwordHash)))
    throw invalid({ current_password: [fieldMessages.currentPassword] })
  if (user.inviteId === undefined)
    throw new CallError('owner_stays', {
      message: `${errors.owner_stays.message} Delete the organization instead: your account goes with it.`,
    })
  await users.markDeleted(orgId, userId, outboxEntry('user.deleted', cause, {}))
  outbox.wake(userId)
  await endSessions(redis, config.NAMESPACE, userId)
}

/** Ends what a process that was killed in between left of an account, and what its invitation tells of the person. */
export async function finishDeletion(
  { users, invites, redis, config }: Needed,
  { orgId, aggregateId }: IncomingEvent<'user.deleted'>,
): Promise<void> {
  await endSessions(redis, config.NAMESPACE, aggregateId)
  const inviteId = await users.inviteIdOf(orgId, aggregateId)
  if (inviteId) await invites.empty(orgId, inviteId)
}

/** Ends the sessions of all users of a deleted organization, and removes them. */
export async function removeUsers(
  { users, redis, config }: Pick<Needed, 'users' | 'redis' | 'config'>,
  orgId: number,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const ids = await users.listIds(orgId, usersAtOnce)
    if (ids.length === 0) return true
    // Without the user there would be nothing left to find the sessions by.
    for (const id of ids) await endSessions(redis, config.NAMESPACE, id)
    await users.remove(orgId, ids)
  }
  return false
}
