import {
  cancelSubscription,
  checkoutStatus,
  checkSubscription,
  manageSubscription,
  startCheckout,
} from '@lectern/contracts'
import { type App, adminOf, CallError, type User, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { planOf } from '../plan-of.ts'

const refuse = (_asker: User): never => {
  throw new CallError('payment_not_set_up')
}

/** Without a payment provider there are no subscriptions: what needs one says so. */
export function subscriptionRoutes(app: App, context: Pick<Context, 'catalogue' | 'organizations'>) {
  app.route({
    ...checkSubscription,
    handler: async (request) => ({
      plan: await planOf(context, userOf(request).orgId),
      id: null,
      current_period_start: null,
      current_period_end: null,
      status: 'active' as const,
      is_canceled: false,
    }),
  })

  app.route({ ...checkoutStatus, handler: async (request) => refuse(userOf(request)) })
  app.route({ ...manageSubscription, handler: async (request) => refuse(adminOf(request)) })
  app.route({ ...cancelSubscription, handler: async (request) => refuse(adminOf(request)) })
  app.route({ ...startCheckout, handler: async (request) => refuse(adminOf(request)) })
}
