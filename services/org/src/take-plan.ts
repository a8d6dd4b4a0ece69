import { type IncomingEvent, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'

/** An organization is on the plan that billing tells of, and all services hear of it as of its other settings. */
export async function takePlan(
  { organizations, outboxes }: Pick<Context, 'organizations' | 'outboxes'>,
  { id, orgId, version, traceparent, payload }: IncomingEvent<'subscription.changed'>,
): Promise<void> {
  // A plan may be told before its organization is: then it is told again.
  if (!(await organizations.find(orgId))) throw new Error(`organization ${orgId} is not known yet`)
  const { planId, enterprise } = payload
  const entry = outboxEntry('organization.changed', { id, traceparent })
  if (await organizations.takePlan(orgId, version, { planId, enterprise }, entry))
    outboxes.organizations.wake(String(orgId))
}
