import {
  cancelSubscription,
  checkoutStatus,
  checkSubscription,
  dateFormat,
  manageSubscription,
  startCheckout,
} from '@lectern/contracts'
import { type App, adminOf, causeOf, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { endSubscription, openPortal } from '../manage-subscription.ts'
import { readCheckout, readSubscription } from '../read-subscription.ts'
import * as checkout from '../start-checkout.ts'

export function subscriptionRoutes(app: App, context: Context) {
  app.route({
    ...checkSubscription,
    handler: (request) => readSubscription(context, userOf(request).orgId, causeOf(request)),
  })

  app.route({
    ...startCheckout,
    handler: async (request) => ({
      checkout_url: await checkout.startCheckout(context, adminOf(request), request.body.plan_id, causeOf(request)),
    }),
  })

  app.route({
    ...checkoutStatus,
    handler: async (request) => ({
      status: await readCheckout(context, userOf(request).orgId, request.body.session_id, causeOf(request)),
    }),
  })

  app.route({
    ...manageSubscription,
    handler: async (request) => ({ portal_url: await openPortal(context, adminOf(request).orgId, causeOf(request)) }),
  })

  app.route({
    ...cancelSubscription,
    handler: async (request) => {
      const ends = await endSubscription(context, adminOf(request).orgId, causeOf(request))
      return { message: `Your subscription ends on ${dateFormat(ends)} (UTC).` }
    },
  })
}
