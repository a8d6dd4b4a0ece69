import { newSessionId, sessionCookie, startSession } from '@lectern/service'
import { testUser } from '@lectern/testing'
import { Redis } from 'ioredis'
import { csrfTokens } from '../services/gateway/src/csrf.ts'
import { guestCookieName } from '../services/gateway/src/read-session.ts'
import { serviceNames } from '../services/gateway/src/services.ts'
import type { BenchSpace } from './bench-space.ts'

/** Nobody listens there: what is measured needs no other service. */
const nowhere = 'http://127.0.0.1:9'

/** The gateway before these services, and what browsers send it: session, CSRF token and marker of a signed-in user and of a guest. */
export async function startFront(bench: BenchSpace, services: Record<string, string>) {
  const { config, namespace } = bench.space
  const addresses = Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, nowhere]))
  const gateway = await bench.start('gateway', {
    ...addresses,
    ...services,
    // Limits are counted, but the load of one address is not to reach them.
    LECTERN_RATE_LIMIT_FACTOR: 1e6,
  })
  const redis = new Redis(config.REDIS_URL)
  const { kind, sessionId: _none, ...user } = testUser()
  const sessionId = await startSession(redis, namespace, { ...user, name: 'Bench' })
  await redis.quit()
  const csrf = csrfTokens(config.LECTERN_SECRET)
  const browser = (cookieName: string, holder: 'session' | 'guest', id: string) => ({
    cookie: `${cookieName}=${id}`,
    'x-csrf-token': csrf.tokenOf(holder, id),
    'x-requested-with': 'XMLHttpRequest',
  })
  const headers = browser(sessionCookie(config.LECTERN_PUBLIC_URL).name, 'session', sessionId)
  const guest = browser(guestCookieName(config.LECTERN_PUBLIC_URL), 'guest', newSessionId())
  return { url: gateway.url, pid: gateway.pid, headers, guest }
}
