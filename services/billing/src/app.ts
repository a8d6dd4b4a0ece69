import { createMailer, createMailOutbox, type MailOutbox } from '@lectern/mail'
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
  repeat,
} from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import { type CataloguePlan, catalogue } from './catalogue.ts'
import type { Config } from './config.ts'
import { handles } from './events.ts'
import { subscriberMails } from './mails.ts'
import { type OrganizationCopies, organizationCopies } from './models/organization-copy.ts'
import { type Payments, paymentModel } from './models/payment.ts'
import { type Plans, planModel, planState } from './models/plan.ts'
import { type StripeEvents, stripeEventModel } from './models/stripe-event.ts'
import { type Subscribers, subscriberModel } from './models/subscriber.ts'
import { createProvider, type Provider } from './provider.ts'
import { readWebhook, type StripeMessage } from './receive-webhook.ts'
import { reconcile } from './reconcile.ts'
import { removeSubscriber } from './remove-subscriber.ts'
import { adminRoutes } from './routes/admin.ts'
import { planRoutes } from './routes/plans.ts'
import { subscriptionRoutes } from './routes/subscription.ts'
import { webhookRoutes } from './routes/webhook.ts'
import { stripeClient } from './stripe-client.ts'
import { tellPlans } from './tell-plans.ts'

const reconcileEveryMs = 60_000

/** All that the service works with. */
export type Context = {
  catalogue: CataloguePlan[]
  plans: Plans
  planOutbox: Outbox
  subscribers: Subscribers
  payments: Payments
  stripeEvents: StripeEvents
  organizations: OrganizationCopies
  /** Null where nothing can be paid for. */
  provider: Provider | null
  /** Null where Stripe's messages cannot be told from others'. */
  openWebhook: ((body: Buffer, signature: string) => StripeMessage) | null
  outbox: Outbox
  mails: MailOutbox
  removal: OrganizationRemoval
  log: FastifyBaseLogger
}

export async function routes(app: App, context: Context) {
  planRoutes(app, context)
  subscriptionRoutes(app, context)
  adminRoutes(app, context)
  await app.register(async (scope) => webhookRoutes(scope as App, context))
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('billing', config, {
    mongodb: () => db.readyState === 1,
    kafka: () => consuming && bus.isUp(),
  })
  const { log } = app
  const db = await connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_billing`, log)
  const bus = await createBus({ config, service: 'billing', log })
  const plans = planModel(db)
  const subscribers = subscriberModel(db)
  const organizations = organizationCopies(db)
  const offered = catalogue(config.LECTERN_FREE_CHATS)
  const context: Context = {
    catalogue: offered,
    plans,
    planOutbox: createOutbox({ service: 'billing', model: plans.model, bus, log, state: planState }),
    subscribers,
    payments: paymentModel(db),
    stripeEvents: stripeEventModel(db),
    organizations,
    ...atStripe(config),
    outbox: createOutbox({ service: 'billing', model: subscribers.model, bus, log, without: 'seen' }),
    mails: createMailOutbox({
      model: subscribers.model,
      mailer: createMailer(config, log),
      log,
      compose: subscriberMails(config, offered, organizations),
    }),
    removal: createOrganizationRemoval({ db, log, remove: (orgId) => removeSubscriber(context, orgId) }),
    log,
    ...overrides,
  }

  await app.register(identityPlugin, { service: 'billing', jwks: config.LECTERN_JWKS })
  await routes(app, context)
  const reconciling = repeat('reconciliation', reconcileEveryMs, log, (signal) => reconcile(context, signal))

  app.addHook('onReady', async () => {
    await tellPlans(context)
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    const { planOutbox, outbox, mails, removal } = context
    await Promise.all([reconciling.close(), removal.close()])
    await Promise.all([planOutbox.close(), outbox.close(), mails.close()])
    await bus.close()
    await db.close()
  })
  return app
}

function atStripe(config: Config): Pick<Context, 'provider' | 'openWebhook'> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, LECTERN_PUBLIC_URL } = config
  if (!key) return { provider: null, openWebhook: null }
  const stripe = stripeClient(key, config)
  return {
    provider: createProvider(stripe, LECTERN_PUBLIC_URL),
    openWebhook: secret ? (body, signature) => readWebhook(stripe, secret, body, signature) : null,
  }
}
