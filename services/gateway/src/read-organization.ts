import { Organization, type PageUser, readOrganization } from '@lectern/contracts'
import type { User } from '@lectern/service'
import { LRUCache } from 'lru-cache'
import { Value } from 'typebox/value'
import type { TokenFor } from './identity-tokens.ts'
import type { Upstream } from './upstream.ts'

type PageOrganization = PageUser['organization']
export type ReadOrganization = (user: User) => Promise<PageOrganization>

const withinMs = 1000
const rememberedMs = 3000

/** What pages show of the user's organization, remembered for a moment; null while its service is away or does not know it yet. */
export function organizationReader(upstream: Upstream, tokenFor: TokenFor): ReadOrganization {
  const read = async (user: User): Promise<PageOrganization> => {
    const headers = { authorization: `Bearer ${await tokenFor(user, 'org')}` }
    const { body } = await upstream.read('org', readOrganization.url, withinMs, headers)
    const { organization } = body as { organization?: unknown }
    if (!Value.Check(Organization, organization)) return null
    const { id, name, color, image_url, enterprise, plan } = organization
    return { id, name, color, image_url, enterprise, plan: { id: plan.id } }
  }
  const memory = new LRUCache<number, { organization: PageOrganization }, User>({
    max: 5000,
    ttl: rememberedMs,
    fetchMethod: async (_orgId, _stale, { context: user }) => ({ organization: await read(user).catch(() => null) }),
  })
  return async (user) => (await memory.fetch(user.orgId, { context: user }))?.organization ?? null
}
