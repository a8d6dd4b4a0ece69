import { CallError, type Cause } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { changeSubscriber, type Decision } from './change-subscriber.ts'
import { isOver, payUntil } from './entitlement.ts'
import type { Changes, Subscriber } from './models/subscriber.ts'
import type { PaidSubscription, Provider } from './provider.ts'

const minute = 60_000
const hour = 60 * minute
const failed = new Set(['past_due', 'unpaid'])

export type Refreshing = Pick<Context, 'catalogue' | 'subscribers' | 'outbox' | 'mails' | 'provider' | 'log'>

/** @throws CallError payment_not_set_up */
export function providerOf({ provider }: Pick<Context, 'provider'>): Provider {
  if (!provider) throw new CallError('payment_not_set_up')
  return provider
}

/**
 * Asks Stripe what an organization's subscription is now, and keeps that. However many ask at once and whatever order their
 * answers come in, the newest answer stays: one that was asked for before another was kept is asked for again.
 */
export function refreshSubscriber(context: Refreshing, orgId: number, cause: Cause): Promise<Subscriber | null> {
  const provider = providerOf(context)
  return changeSubscriber(context, orgId, cause, async (before) => {
    if (!before.customer?.id) return null
    const found = await provider.subscriptionsOf(before.customer.id)
    return found ? takeOver(before, choose(found, orgId, context.log)) : forgetCustomer
  })
}

/** The customer was deleted at Stripe, and the subscriptions with it. */
const forgetCustomer: Decision = {
  changes: { customer: null, subscription: null, checkout: null, checkAt: null, refreshedAt: new Date() },
}

/** The newest that is not over. */
function choose(found: PaidSubscription[], orgId: number, log: FastifyBaseLogger): PaidSubscription | null {
  const open = found.filter((each) => !isOver(each))
  if (open.length > 1)
    log.error({ org: orgId, count: open.length }, 'an organization pays for more than one subscription')
  return open[0] ?? null
}

function takeOver(before: Subscriber, now: PaidSubscription | null): Decision {
  const { subscription: was, asked } = before
  const failedSince =
    now && failed.has(now.status) ? ((was?.id === now.id ? was.failedSince : null) ?? new Date()) : null
  const subscription = now && { ...now, failedSince }
  const deed = deedOf(was, now)
  const isNew = now !== null && now.id !== was?.id
  const changes: Changes = {
    subscription,
    refreshedAt: new Date(),
    ...(isNew && { checkout: null }),
    ...(asked && deed && { asked: null }),
  }
  return {
    changes: { ...changes, checkAt: nextCheck({ ...before, ...changes }) },
    ...(asked && deed && { deed, actor: asked }),
  }
}

/** What a person did at Stripe; null where it was time that did it. */
function deedOf(was: Subscriber['subscription'], now: PaidSubscription | null): Decision['deed'] {
  if (!now) return null
  if (now.id !== was?.id) return 'chosen'
  if (now.planId !== was.planId) return 'changed'
  return now.endsAt && !was.endsAt ? 'canceled' : null
}

/** Stripe tells of all that happens; this is for what it told while nobody listened. */
function nextCheck(subscriber: Subscriber): Date | null {
  const now = Date.now()
  const { subscription, checkout } = subscriber
  if (checkout && checkout.expiresAt.getTime() > now - 5 * minute) return new Date(now + minute)
  if (!subscription) return null
  const grace = payUntil(subscriber)?.getTime() ?? 0
  const end = (subscription.endsAt ?? subscription.periodEnd).getTime()
  const turns = [grace, end + 2 * minute, now + 6 * hour].filter((time) => time > now)
  return new Date(Math.max(now + 5 * minute, Math.min(...turns)))
}
