import { rateLimit } from '@lectern/service'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'

export type CallLimits = ReturnType<typeof callLimits>

const minute = 60

/**
 * Calls a minute: by address (a whole office may share one), by signed-in user, and questions of visitors by address and chat.
 * Each throws CallError rate_limited.
 */
export function callLimits(redis: Redis, config: Pick<Config, 'NAMESPACE' | 'LECTERN_RATE_LIMIT_FACTOR'>) {
  const limit = (name: string, calls: number) =>
    rateLimit(redis, `${config.NAMESPACE}:calls-${name}`, calls * config.LECTERN_RATE_LIMIT_FACTOR, minute)
  return { byAddress: limit('address', 1200), byUser: limit('user', 600), byVisitor: limit('visitor', 20) }
}
