import { newTraceparent } from '@lectern/service'
import type { Context } from './app.ts'
import { refreshPayments } from './receive-webhook.ts'
import { type Refreshing, refreshSubscriber } from './refresh-subscriber.ts'

const atOnce = 50
const againMs = 5 * 60_000

/** Asks Stripe about whom it should have told of by now, so that messages which never came are made up for. */
export async function reconcile(context: Refreshing & Pick<Context, 'payments'>, signal: AbortSignal): Promise<void> {
  if (!context.provider) return
  for (const { orgId } of await context.subscribers.due(new Date(), atOnce)) {
    if (signal.aborted) return
    try {
      await refreshSubscriber(context, orgId, { id: 'reconciliation', traceparent: newTraceparent() })
      await refreshPayments(context, orgId)
    } catch (err) {
      context.log.warn({ err, org: orgId }, 'a subscription was not reconciled')
      await context.subscribers.postpone(orgId, new Date(Date.now() + againMs))
    }
  }
}
