import { listPlans } from '@lectern/contracts'
import type { App } from '@lectern/service'
import type { Context } from '../app.ts'
import { entitlementOf, presentPlan } from '../entitlement.ts'

export function planRoutes(app: App, { catalogue, subscribers }: Pick<Context, 'catalogue' | 'subscribers'>) {
  const plans = catalogue.map(presentPlan)
  const planOf = async (orgId: number) =>
    presentPlan(entitlementOf(catalogue, await subscribers.find(orgId), new Date()).plan)

  app.route({
    ...listPlans,
    handler: async ({ identity }) => ({
      plans,
      plan: identity?.kind === 'user' ? await planOf(identity.orgId) : null,
    }),
  })
}
