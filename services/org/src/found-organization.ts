import { limits } from '@lectern/contracts'
import { type IncomingEvent, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'

const suffix = '’s organization'

/** Makes the organization of a user who founds one. A second delivery finds it there. */
export async function foundOrganization(
  { organizations, outbox }: Pick<Context, 'organizations' | 'outbox'>,
  { id, orgId, traceparent, payload }: IncomingEvent<'user.registered'>,
): Promise<void> {
  if (!payload.founder) return
  const founding = { ownerId: payload.userId, name: nameAfter(payload.name) }
  await organizations.found(orgId, founding, outboxEntry('organization.changed', { id, traceparent }))
  outbox.wake(String(orgId))
}

const nameAfter = (person: string) =>
  person
    .slice(0, limits.name - suffix.length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim() + suffix
