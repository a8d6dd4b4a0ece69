import { isDeepStrictEqual } from 'node:util'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type MailEntry, mailEntry } from '@lectern/mail'
import { CallError, type Cause, type OutboxEntry, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { entitlementOf, toldAtFirst } from './entitlement.ts'
import type { Changes, Subscriber } from './models/subscriber.ts'

/** What is decided by a state, and what somebody did by it, for the audit log. */
export type Decision = {
  changes: Changes
  deed?: 'chosen' | 'changed' | 'canceled' | 'given' | 'taken_back' | null
  actor?: Cause['actor']
}

/** More than can write at the same time. */
const tries = 50

/**
 * Changes what is known of who pays. A decision is written only while the state that it was made by is the newest, and is
 * made anew where it is not; where it changes the plan, the others and the owner are told in the same write.
 * Null where the organization has no record.
 */
export async function changeSubscriber(
  context: Pick<Context, 'catalogue' | 'subscribers' | 'outbox' | 'mails'>,
  orgId: number,
  cause: Cause,
  decide: (before: Subscriber) => Promise<Decision | null>,
): Promise<Subscriber | null> {
  const { subscribers, outbox, mails } = context
  for (let attempt = 0; attempt < tries; attempt++) {
    const before = await subscribers.find(orgId)
    if (!before) return null
    const decision = await decide(before)
    if (!decision) return before
    const { changes, entry, letters } = consequences(context, before, cause, decision)
    if (!(await subscribers.write(before, changes, entry, letters))) continue
    if (entry) outbox.wake(String(orgId))
    if (letters.length > 0) mails.wake()
    return { ...before, ...changes, revision: before.revision + 1 }
  }
  throw new CallError('conflict')
}

function consequences(
  { catalogue }: Pick<Context, 'catalogue'>,
  before: Subscriber,
  cause: Cause,
  { changes, deed = null, actor = cause.actor }: Decision,
): { changes: Changes; entry: OutboxEntry | null; letters: MailEntry[] } {
  const now = new Date()
  const after = { ...before, ...changes }
  const was = before.told ?? toldAtFirst
  const { plan, told } = entitlementOf(catalogue, after, now)
  const isOther = !isDeepStrictEqual(was, told)
  const { planId, enterprise, periodStart, periodEnd } = told
  const entry =
    isOther || deed
      ? outboxEntry(
          'subscription.changed',
          { ...cause, actor },
          {
            planId,
            planName: plan.name,
            enterprise,
            ...(periodStart && { periodStart: timestampFromDate(periodStart) }),
            ...(periodEnd && { periodEnd: timestampFromDate(periodEnd) }),
            deed: deed ?? '',
          },
        )
      : null
  const letters: MailEntry[] = []
  if (after.subscription?.failedSince && !before.subscription?.failedSince) letters.push(mailEntry('payment-failed'))
  const paidBefore = before.subscription !== null && before.given?.planId == null && was.planId !== told.planId
  if (paidBefore && plan.price === 0) letters.push(mailEntry('plan-ended'))
  return { changes: { ...changes, ...(entry && { told, changedAt: now }) }, entry, letters }
}
