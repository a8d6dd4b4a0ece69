import { CallError, type Cause, notFound, outboxEntry, type User } from '@lectern/service'
import type { Context } from './app.ts'

/**
 * Withdraws an invitation, or, for a root user, removes a member: their account goes with it.
 * @throws CallError not_found, forbidden, owner_stays, conflict
 */
export async function removeUser(
  { members, organizations, outboxes }: Pick<Context, 'members' | 'organizations' | 'outboxes'>,
  { orgId, isRoot }: User,
  id: string,
  cause: Cause,
): Promise<void> {
  const member = await members.find(orgId, id)
  if (!member) throw notFound()
  const { userId, email } = member
  if (userId === null) {
    // Somebody may have accepted it just now.
    if (!(await members.withdraw(orgId, id, outboxEntry('invite.deleted', cause, { email }))))
      throw new CallError('conflict')
  } else {
    if (!isRoot) throw new CallError('forbidden')
    if ((await organizations.find(orgId))?.ownerId === userId) throw new CallError('owner_stays')
    if (!(await members.remove(orgId, id, outboxEntry('member.removed', cause, { userId, email })))) throw notFound()
  }
  outboxes.members.wake(id)
}
