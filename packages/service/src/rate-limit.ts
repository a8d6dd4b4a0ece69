import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { CallError } from './errors.ts'

export type RateLimit = (key: string, points?: number) => Promise<void>

/**
 * Allows `points` uses of a key in `seconds`, counted in Redis for all replicas; while Redis is away each replica counts for itself.
 * @throws CallError rate_limited with the seconds to wait
 */
export function rateLimit(redis: Redis, name: string, points: number, seconds: number): RateLimit {
  const settings = { points: Math.max(1, Math.round(points)), duration: seconds, keyPrefix: name }
  const limiter = new RateLimiterRedis({
    ...settings,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(settings),
  })
  return async (key, used = 1) => {
    try {
      await limiter.consume(key, used)
    } catch (refused) {
      if (refused instanceof RateLimiterRes)
        throw new CallError('rate_limited', { retryAfterSeconds: refused.msBeforeNext / 1000 })
      throw refused
    }
  }
}
