import type { User } from '@lectern/service'
import { CallError } from '@lectern/service'
import type { Context } from './app.ts'
import { providerOf } from './refresh-subscriber.ts'
import { isDecided } from './stripe-client.ts'

const tries = 20

/**
 * The organization's customer at Stripe: one, however often and by whomever it is asked for. The key is kept before Stripe is
 * asked, so that after a crash in between the same customer comes back.
 */
export async function ensureCustomer(
  context: Pick<Context, 'subscribers' | 'organizations' | 'provider'>,
  { orgId, email: asker }: User,
): Promise<string> {
  const { subscribers, organizations } = context
  const provider = providerOf(context)
  for (let attempt = 0; attempt < tries; attempt++) {
    const before = await subscribers.open(orgId)
    const { customer } = before
    if (customer?.id) return customer.id
    if (!customer) {
      const email = (await organizations.emailOfOwner(orgId)) ?? asker
      await subscribers.write(before, { customer: { key: crypto.randomUUID(), email, id: null } })
      continue
    }
    try {
      const id = await provider.createCustomer({ key: customer.key, orgId, email: customer.email })
      await subscribers.write(before, { customer: { ...customer, id } })
    } catch (error) {
      // The same key would bring the same refusal.
      if (isDecided(error)) await subscribers.write(before, { customer: null })
      throw error
    }
  }
  throw new CallError('conflict')
}
