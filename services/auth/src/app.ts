import {
  type App,
  connectMongo,
  connectRedis,
  createApp,
  createBus,
  createOutbox,
  identityPlugin,
  type Outbox,
  sessionCookie,
} from '@lectern/service'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import { limitTries } from './limit-tries.ts'
import { organizationCounter } from './models/organization-counter.ts'
import { type User, type Users, userModel } from './models/user.ts'
import { accountRoutes } from './routes/account.ts'
import { keyRoutes } from './routes/keys.ts'

/** All that the service works with. */
export type Context = {
  config: Config
  users: Users
  nextOrganizationId: () => Promise<number>
  outbox: Outbox
  redis: Redis
  limitTries: ReturnType<typeof limitTries>
  cookie: ReturnType<typeof sessionCookie>
}

export function routes(app: App, context: Context) {
  accountRoutes(app, context)
  keyRoutes(app, context)
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  const app = await createApp('auth', config, {
    mongodb: () => db.readyState === 1,
    redis: () => redis.status === 'ready',
    kafka: () => bus.isUp(),
  })
  const { log } = app
  const db = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_auth`, log)
  const redis = connectRedis(config.REDIS_URL, log)
  const bus = await createBus({ brokers: config.KAFKA_BROKERS, namespace: config.NAMESPACE, service: 'auth', log })
  const users = userModel(db)
  const outbox = createOutbox<User>({ service: 'auth', model: users.model, bus, log })
  const context: Context = {
    config,
    users,
    nextOrganizationId: organizationCounter(db),
    outbox,
    redis,
    limitTries: limitTries(redis, config),
    cookie: sessionCookie(config.LECTERN_PUBLIC_URL),
    ...overrides,
  }

  await app.register(identityPlugin, { service: 'auth', jwks: config.LECTERN_JWKS })
  routes(app, context)

  // Without its unique index the email of one account could be taken twice.
  app.addHook('onReady', async () => {
    await users.ready()
  })
  app.addHook('onClose', async () => {
    await outbox.close()
    await bus.close()
    await Promise.all([db.close(), redis.quit()])
  })
  return app
}
