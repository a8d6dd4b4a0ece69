import { type Session, startSession } from '@lectern/service'
import { type ServiceProcess, startService, testSpace } from '@lectern/testing'
import { Redis } from 'ioredis'

const behind = ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing'] as const
export type ServiceName = (typeof behind)[number]

/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9'

export const owner: Session = {
  userId: 'user-1',
  orgId: 1,
  typeId: 2,
  isRoot: false,
  verified: true,
  email: 'owner@example.com',
  name: 'Ada',
}

/**
 * Some services as the processes they are in production, behind a gateway, in a corner of the engines of their own.
 * `addresses` says where the gateway finds a service that is not started here.
 */
export async function startAround(
  names: ServiceName[],
  options: { settings?: Record<string, string | number>; addresses?: Partial<Record<ServiceName, string>> } = {},
) {
  const space = testSpace()
  const env = strings({ ...space.config, ...options.settings })
  const services = new Map<string, ServiceProcess>()
  await Promise.all(names.map(async (name) => services.set(name, await startService(name, env))))
  const urls = Object.fromEntries(
    behind.map((name) => [
      `${name.toUpperCase()}_URL`,
      services.get(name)?.url ?? options.addresses?.[name] ?? nowhere,
    ]),
  )
  const gateway = await startService('gateway', { ...env, ...urls })
  return {
    space,
    env,
    gateway,
    /** What the owner's browser sends with each call. */
    async signIn(session: Session = owner) {
      const redis = new Redis(space.config.REDIS_URL)
      const cookie = `lectern=${await startSession(redis, space.namespace, session)}`
      await redis.quit()
      const html = await (await fetch(`${gateway.url}/`, { headers: { cookie, accept: 'text/html' } })).text()
      const token = html.match(/<meta name="csrf-token" content="([^"]*)"/)?.[1] ?? ''
      return { cookie, 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest' }
    },
    async stop() {
      await gateway.stop()
      await Promise.all([...services.values()].map((service) => service.stop()))
      await space.remove()
    },
  }
}

const strings = (settings: object): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
