import { CallError } from '@lectern/service'
import Stripe from 'stripe'
import type { Config } from './config.ts'

const retries = 2

/** Stripe's own client: each call with a time-out, few retries, and the same idempotency key at each of them. */
export function stripeClient(
  key: string,
  { STRIPE_API_HOST, STRIPE_TIMEOUT_SECONDS }: Pick<Config, 'STRIPE_API_HOST' | 'STRIPE_TIMEOUT_SECONDS'>,
): Stripe {
  const address = STRIPE_API_HOST ? new URL(STRIPE_API_HOST) : null
  return new Stripe(key, {
    timeout: STRIPE_TIMEOUT_SECONDS * 1000,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: Number(address.port || (address.protocol === 'https:' ? 443 : 80)),
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Does something at Stripe. @throws CallError payment_unavailable, with Stripe's own error as its cause */
export async function atStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new CallError('payment_unavailable', { cause, retryAfterSeconds: 5 })
  }
}

const stripeError = (error: unknown) => {
  const cause = error instanceof CallError ? error.cause : error
  return cause instanceof Stripe.errors.StripeError ? cause : null
}

/** Stripe knows no such thing, or not any more. */
export const isMissing = (error: unknown): boolean => stripeError(error)?.code === 'resource_missing'

/**
 * Whether Stripe has decided, so that the same idempotency key would bring the same refusal for a day. Where it did not
 * answer, or had no time, the work may be done: it is asked for again with the same key.
 */
export const isDecided = (error: unknown): boolean => {
  const { statusCode } = stripeError(error) ?? {}
  return statusCode !== undefined && statusCode !== 409 && statusCode !== 429
}
