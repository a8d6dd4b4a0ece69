import { defaults, type Plan } from '@lectern/contracts'
import type { Context } from './app.ts'
import type { CataloguePlan } from './catalogue.ts'

export const presentPlan = ({ id, name, price, short_description, description }: CataloguePlan): Plan => ({
  id,
  name,
  price,
  short_description,
  description,
})

/** The plan an organization is on. */
export async function planOf(
  { catalogue, organizations }: Pick<Context, 'catalogue' | 'organizations'>,
  orgId: number,
): Promise<Plan | null> {
  const id = (await organizations.planIdOf(orgId)) ?? defaults.freePlanId
  const plan = catalogue.find((each) => each.id === id)
  return plan ? presentPlan(plan) : null
}
