import { listPlans } from '@lectern/contracts'
import type { App } from '@lectern/service'
import type { Context } from '../app.ts'
import { planOf, presentPlan } from '../plan-of.ts'

export function planRoutes(app: App, context: Pick<Context, 'catalogue' | 'organizations'>) {
  const plans = context.catalogue.map(presentPlan)

  app.route({
    ...listPlans,
    handler: async ({ identity }) => ({
      plans,
      plan: identity?.kind === 'user' ? await planOf(context, identity.orgId) : null,
    }),
  })
}
