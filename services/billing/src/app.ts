import {
  type App,
  connectMongo,
  createApp,
  createBus,
  createOrganizationRemoval,
  createOutbox,
  identityPlugin,
  type OrganizationRemoval,
  type Outbox,
} from '@lectern/service'
import { type CataloguePlan, catalogue } from './catalogue.ts'
import type { Config } from './config.ts'
import { handles } from './events.ts'
import { type OrganizationCopies, organizationCopies } from './models/organization-copy.ts'
import { type Plans, planModel, planState } from './models/plan.ts'
import { planRoutes } from './routes/plans.ts'
import { subscriptionRoutes } from './routes/subscription.ts'
import { tellPlans } from './tell-plans.ts'

/** All that the service works with. */
export type Context = {
  catalogue: CataloguePlan[]
  plans: Plans
  organizations: OrganizationCopies
  outbox: Outbox
  removal: OrganizationRemoval
}

export function routes(app: App, context: Context) {
  planRoutes(app, context)
  subscriptionRoutes(app, context)
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('billing', config, {
    mongodb: () => db.readyState === 1,
    kafka: () => consuming && bus.isUp(),
  })
  const { log } = app
  const db = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_billing`, log)
  const bus = await createBus({ config, service: 'billing', log })
  const plans = planModel(db)
  const outbox = createOutbox({ service: 'billing', model: plans.model, bus, log, state: planState })
  const context: Context = {
    catalogue: catalogue(config.LECTERN_FREE_CHATS),
    plans,
    organizations: organizationCopies(db),
    outbox,
    removal: createOrganizationRemoval({ db, log }),
    ...overrides,
  }

  await app.register(identityPlugin, { service: 'billing', jwks: config.LECTERN_JWKS })
  routes(app, context)

  app.addHook('onReady', async () => {
    await tellPlans(context)
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    await Promise.all([outbox.close(), context.removal.close()])
    await bus.close()
    await db.close()
  })
  return app
}
