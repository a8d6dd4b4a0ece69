import type { Redis } from 'ioredis'

export type RefusedSites = ReturnType<typeof refusedSites>

const keptSeconds = 30 * 24 * 3600
/** Whoever makes up sites cannot fill the store. */
const sitesPerChat = 50

/** Which sites tried to show a chat that they may not, for its owner to see. Counted in Redis, for a month after the last. */
export function refusedSites(redis: Redis, { NAMESPACE }: { NAMESPACE: string }) {
  const keyOf = (orgId: number, unqid: string) => `${NAMESPACE}:refused-sites:${orgId}:${unqid}`
  return {
    async count(orgId: number, unqid: string, site: string): Promise<void> {
      const key = keyOf(orgId, unqid)
      const isKnown = await redis.hexists(key, site)
      if (!isKnown && (await redis.hlen(key)) >= sitesPerChat) return
      await redis.multi().hincrby(key, site, 1).expire(key, keptSeconds).exec()
    },

    /** Those that tried most first. */
    async list(orgId: number, unqid: string): Promise<{ site: string; count: number }[]> {
      const counts = await redis.hgetall(keyOf(orgId, unqid))
      return Object.entries(counts)
        .map(([site, count]) => ({ site, count: Number(count) }))
        .sort((one, other) => other.count - one.count || one.site.localeCompare(other.site))
    },
  }
}
