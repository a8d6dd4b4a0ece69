import { newTraceparent, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'

/** Tells of each plan that is not what it was when it was last told of. */
export async function tellPlans({
  catalogue,
  plans,
  planOutbox,
}: Pick<Context, 'catalogue' | 'plans' | 'planOutbox'>): Promise<void> {
  const cause = { id: 'catalogue', traceparent: newTraceparent() }
  for (const { id, name, allows } of catalogue)
    if (await plans.keep(id, { name, allows }, outboxEntry('plan.changed', cause))) planOutbox.wake(String(id))
}
