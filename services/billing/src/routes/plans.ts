import { defaults, listPlans, type Plan } from '@lectern/contracts'
import type { App } from '@lectern/service'
import type { Context } from '../app.ts'
import type { CataloguePlan } from '../catalogue.ts'

const presentPlan = ({ id, name, price, short_description, description }: CataloguePlan): Plan => ({
  id,
  name,
  price,
  short_description,
  description,
})

export function planRoutes(app: App, { catalogue, organizations }: Pick<Context, 'catalogue' | 'organizations'>) {
  const plans = catalogue.map(presentPlan)
  const planOf = async (orgId: number) => {
    const id = (await organizations.planIdOf(orgId)) ?? defaults.freePlanId
    return plans.find((plan) => plan.id === id) ?? null
  }

  app.route({
    ...listPlans,
    handler: async ({ identity }) => ({ plans, plan: identity?.kind === 'user' ? await planOf(identity.orgId) : null }),
  })
}
