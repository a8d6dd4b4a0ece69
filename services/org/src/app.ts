import {
  type App,
  connectMongo,
  createApp,
  createBus,
  createOutbox,
  identityPlugin,
  type Outbox,
} from '@lectern/service'
import type { Config } from './config.ts'
import { handles } from './events.ts'
import { type Organizations, organizationModel, organizationState } from './models/organization.ts'
import { organizationRoutes } from './routes/organization.ts'

/** All that the service works with. */
export type Context = {
  organizations: Organizations
  outbox: Outbox
}

export function routes(app: App, context: Context) {
  organizationRoutes(app, context)
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('org', config, {
    mongodb: () => db.readyState === 1,
    kafka: () => consuming && bus.isUp(),
  })
  const { log } = app
  const db = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_org`, log)
  const bus = await createBus({ brokers: config.KAFKA_BROKERS, namespace: config.NAMESPACE, service: 'org', log })
  const organizations = organizationModel(db)
  const outbox = createOutbox({ service: 'org', model: organizations.model, bus, log, state: organizationState })
  const context: Context = { organizations, outbox, ...overrides }

  await app.register(identityPlugin, { service: 'org', jwks: config.LECTERN_JWKS })
  routes(app, context)

  app.addHook('onReady', async () => {
    await bus.consume(handles(context))
    consuming = true
  })
  app.addHook('onClose', async () => {
    await outbox.close()
    await bus.close()
    await db.close()
  })
  return app
}
