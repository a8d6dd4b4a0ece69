import { limits } from '@lectern/contracts'
import { type IncomingEvent, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'

const suffix = '’s organization'

/**
 * Makes the organization of a user who founds one, and the user a member. A second delivery finds them there. Whoever
 * accepted an invitation at the moment it was withdrawn is removed again: their account goes with it.
 */
export async function receiveUser(
  { organizations, members, outboxes }: Pick<Context, 'organizations' | 'members' | 'outboxes'>,
  { id, orgId, version, traceparent, payload }: IncomingEvent<'user.registered'>,
): Promise<void> {
  if (payload.founder) {
    const founding = { ownerId: payload.userId, name: nameAfter(payload.name) }
    await organizations.found(orgId, founding, outboxEntry('organization.changed', { id, traceparent }))
    outboxes.organizations.wake(String(orgId))
  }
  if (await members.join(orgId, payload, version)) return
  const { userId, email } = payload
  await members.refuse(orgId, payload, outboxEntry('member.removed', { id, traceparent }, { userId, email }))
  outboxes.members.wake(userId)
}

const nameAfter = (person: string) => {
  const fitting = person.slice(0, limits.name - suffix.length)
  return fitting.replace(/[\ud800-\udbff]$/, '').trim() + suffix
}
