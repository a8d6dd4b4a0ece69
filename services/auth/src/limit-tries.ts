import { rateLimit } from '@lectern/service'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'

const fifteenMinutes = 15 * 60

/**
 * Slows down whoever guesses passwords: 10 tries an account, 50 an address, in 15 minutes.
 * @throws CallError rate_limited
 */
export function limitTries(redis: Redis, config: Pick<Config, 'NAMESPACE' | 'LECTERN_RATE_LIMIT_FACTOR'>) {
  const { NAMESPACE, LECTERN_RATE_LIMIT_FACTOR: factor } = config
  const perAccount = rateLimit(redis, `${NAMESPACE}:tries-account`, 10 * factor, fifteenMinutes)
  const perAddress = rateLimit(redis, `${NAMESPACE}:tries-address`, 50 * factor, fifteenMinutes)
  return async (email: string, address: string): Promise<void> => {
    await perAddress(address)
    await perAccount(email)
  }
}
