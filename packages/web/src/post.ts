import { request } from 'undici'
import { createGuard, parseAddress } from './address-guard.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { asWebError } from './network-error.ts'
import type { WebOptions } from './settings.ts'
import { WebError } from './web-error.ts'

const connectMs = 5000
const dumpedBytes = 16 * 1024

export type Poster = ReturnType<typeof createPoster>

/** Sends to addresses that people gave: only to public ones, each within `withinMs`. Redirects are not followed. */
export function createPoster({ userAgent = 'Lectern/1.0', allowedHosts, resolve }: WebOptions, withinMs = 10_000) {
  const guard = createGuard(allowedHosts, resolve)
  const agent = createGuardedAgent(guard, { connectMs, idleMs: withinMs })
  return {
    /** @throws WebError where the receiver cannot be reached, or answers with anything but success */
    async post(address: string, body: string, headers: Record<string, string>): Promise<void> {
      const url = parseAddress(address)
      guard.check(url)
      try {
        const answer = await request(url, {
          method: 'POST',
          dispatcher: agent,
          signal: AbortSignal.timeout(withinMs),
          headers: { 'user-agent': userAgent, ...headers },
          body,
        })
        await answer.body.dump({ limit: dumpedBytes })
        if (answer.statusCode < 200 || answer.statusCode > 299)
          throw new WebError('server_error', { status: answer.statusCode })
      } catch (error) {
        throw asWebError(error)
      }
    },
    close: () => agent.destroy(),
  }
}
