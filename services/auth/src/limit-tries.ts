import { createHash } from 'node:crypto'
import { rateLimit } from '@lectern/service'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'

const fifteenMinutes = 15 * 60
const anHour = 60 * 60

type Limits = { perAccount: number; perAddress: number; seconds: number }
type LimitConfig = Pick<Config, 'NAMESPACE' | 'LECTERN_RATE_LIMIT_FACTOR'>

/** An account and an address may each do something so many times. @throws CallError rate_limited */
function limitBoth(redis: Redis, config: LimitConfig, name: string, { perAccount, perAddress, seconds }: Limits) {
  const { NAMESPACE, LECTERN_RATE_LIMIT_FACTOR: factor } = config
  const account = rateLimit(redis, `${NAMESPACE}:${name}-account`, perAccount * factor, seconds)
  const address = rateLimit(redis, `${NAMESPACE}:${name}-address`, perAddress * factor, seconds)
  return async (email: string, from: string): Promise<void> => {
    await address(from)
    // Redis is not to hold whom somebody tried.
    await account(createHash('sha256').update(email).digest('base64url'))
  }
}

/** Slows down whoever guesses passwords or codes. */
export const limitTries = (redis: Redis, config: LimitConfig) =>
  limitBoth(redis, config, 'tries', { perAccount: 10, perAddress: 50, seconds: fifteenMinutes })

/** Slows down whoever has mails sent. */
export const limitMails = (redis: Redis, config: LimitConfig) =>
  limitBoth(redis, config, 'mails', { perAccount: 5, perAddress: 30, seconds: anHour })
