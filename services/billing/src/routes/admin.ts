import { adminRevenue, adminSubscription, adminSubscriptions, givePlan, limits } from '@lectern/contracts'
import { type App, causeOf, notFound, rootOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { entitlementOf } from '../entitlement.ts'
import * as giving from '../give-plan.ts'
import type { Subscriber } from '../models/subscriber.ts'

export function adminRoutes(app: App, context: Context) {
  const { catalogue, subscribers, payments, organizations } = context

  const present = (orgId: number, subscriber: Subscriber | null, name: string) => {
    const { subscription = null, given = null } = subscriber ?? {}
    const { id, name: planName } = entitlementOf(catalogue, subscriber, new Date()).plan
    return {
      organization_id: orgId,
      organization: name,
      plan: { id, name: planName },
      id: subscription?.id ?? null,
      price: subscription && subscription.cents / 100,
      status: subscription?.status ?? '',
      is_canceled: subscription?.endsAt != null,
      current_period_end: (subscription?.endsAt ?? subscription?.periodEnd)?.toISOString() ?? null,
      given: given && { plan_id: given.planId, enterprise: given.enterprise },
    }
  }

  app.route({
    ...adminSubscriptions,
    handler: async (request) => {
      rootOf(request)
      const found = await subscribers.list(request.query.page ?? 1, limits.pageSize)
      const names = await organizations.names(found.map(({ orgId }) => orgId))
      return {
        items: found.map((each) => present(each.orgId, each, names.get(each.orgId) ?? '')),
        amount: limits.pageSize,
      }
    },
  })

  app.route({
    ...adminSubscription,
    handler: async (request) => {
      rootOf(request)
      const { organization_id: orgId } = request.params
      const name = (await organizations.names([orgId])).get(orgId)
      if (name === undefined) throw notFound()
      return present(orgId, await subscribers.find(orgId), name)
    },
  })

  app.route({
    ...adminRevenue,
    handler: async (request) => {
      rootOf(request)
      const month = (offset: number) => {
        const now = new Date()
        return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
      }
      const [paying, thisMonth, lastMonth] = await Promise.all([
        subscribers.countPaying(),
        payments.received(month(0), month(1)),
        payments.received(month(-1), month(0)),
      ])
      const priceOf = (planId: number) => catalogue.find(({ id }) => id === planId)?.price ?? 0
      return {
        subscriptions: paying.reduce((sum, { count }) => sum + count, 0),
        monthly: paying.reduce((sum, { planId, count }) => sum + count * priceOf(planId), 0),
        this_month: thisMonth / 100,
        last_month: lastMonth / 100,
      }
    },
  })

  app.route({
    ...givePlan,
    handler: async (request) => {
      rootOf(request)
      const { plan_id: planId, enterprise } = request.body
      const { organization_id: orgId } = request.params
      const { name } = await giving.givePlan(context, orgId, { planId, enterprise }, causeOf(request))
      return { message: `The organization is on the plan ${name} now.` }
    },
  })
}
