import { sessionCookie, startSession } from '@lectern/service'
import { type ServiceProcess, testUser } from '@lectern/testing'
import { Redis } from 'ioredis'
import { csrfTokens } from '../services/gateway/src/csrf.ts'
import { serviceNames } from '../services/gateway/src/services.ts'
import type { BenchSpace } from './bench-space.ts'

/** Nobody listens there: what is measured needs no other service. */
const nowhere = 'http://127.0.0.1:9'

/** The gateway before the chat service, and what the browser of a signed-in user sends it: session, CSRF token and marker. */
export async function startFront(bench: BenchSpace, chat: ServiceProcess) {
  const { config, namespace } = bench.space
  const addresses = Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, nowhere]))
  const gateway = await bench.start('gateway', {
    ...addresses,
    CHAT_URL: chat.url,
    // Limits are counted, but the load of one address is not to reach them.
    LECTERN_RATE_LIMIT_FACTOR: 1e6,
  })
  const redis = new Redis(config.REDIS_URL)
  const { kind, sessionId: _none, ...user } = testUser()
  const sessionId = await startSession(redis, namespace, { ...user, name: 'Bench' })
  await redis.quit()
  const headers = {
    cookie: `${sessionCookie(config.LECTERN_PUBLIC_URL).name}=${sessionId}`,
    'x-csrf-token': csrfTokens(config.LECTERN_SECRET).tokenOf('session', sessionId),
    'x-requested-with': 'XMLHttpRequest',
  }
  return { url: gateway.url, pid: gateway.pid, headers }
}
