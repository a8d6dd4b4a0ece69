import { fieldMessages } from '@lectern/contracts'
import { type Cause, invalid, notFound } from '@lectern/service'
import type { Context } from './app.ts'
import type { CataloguePlan } from './catalogue.ts'
import { changeSubscriber } from './change-subscriber.ts'
import { entitlementOf } from './entitlement.ts'

/**
 * Gives an organization a plan by hand, or what is for enterprises, or takes that back; what it pays goes on.
 * The answer is the plan it is on then. @throws CallError not_found, invalid
 */
export async function givePlan(
  context: Pick<Context, 'catalogue' | 'subscribers' | 'organizations' | 'outbox' | 'mails'>,
  orgId: number,
  { planId, enterprise }: { planId: number | null; enterprise: boolean },
  cause: Cause,
): Promise<CataloguePlan> {
  const { catalogue, organizations, subscribers } = context
  if (planId !== null && !catalogue.some(({ id }) => id === planId)) throw invalid({ plan_id: [fieldMessages.plan] })
  if (!(await organizations.exists(orgId))) throw notFound()
  const given = planId === null && !enterprise ? null : { planId, enterprise }
  await subscribers.open(orgId)
  const after = await changeSubscriber(context, orgId, cause, async () => ({
    changes: { given },
    deed: given ? 'given' : 'taken_back',
  }))
  return entitlementOf(catalogue, after, new Date()).plan
}
