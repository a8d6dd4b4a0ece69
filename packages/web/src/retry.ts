import { setTimeout as wait } from 'node:timers/promises'
import { WebError } from './web-error.ts'

export type RetryPolicy = { tries: number; firstWaitMs: number; longestWaitMs: number; withinMs?: number }

/**
 * Tries again what may pass, after a growing, jittered wait that is at least as long as the site asked for.
 * Gives up at once when it asks for longer than the longest wait, or `withinMs` would be over before the next try.
 */
export async function withRetries<Result>(
  { tries, firstWaitMs, longestWaitMs, withinMs = Number.POSITIVE_INFINITY }: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + withinMs
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WebError) || !error.temporary || count === tries) throw error
      const asked = error.retryAfterMs ?? 0
      if (asked > longestWaitMs) throw error
      const grown = Math.min(firstWaitMs * 2 ** (count - 1), longestWaitMs)
      const waitMs = Math.max(asked, grown * (0.5 + Math.random() / 2))
      if (performance.now() + waitMs >= end) throw error
      await wait(waitMs, undefined, { signal }).catch(() => {})
      signal?.throwIfAborted()
    }
  }
}
