import { createMailer, createMailOutbox, type MailOutbox } from '@lectern/mail'
import {
  type App,
  connectMongo,
  connectRedis,
  createApp,
  createBus,
  createOrganizationRemoval,
  createOutbox,
  formPlugin,
  identityPlugin,
  type OrganizationRemoval,
  type Outbox,
  sessionCookie,
} from '@lectern/service'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import { removeUsers } from './delete-user.ts'
import { handles } from './events.ts'
import { limitMails, limitTries } from './limit-tries.ts'
import { inviteMail, userMails } from './mails.ts'
import { type InviteCopies, inviteCopies } from './models/invite-copy.ts'
import { organizationCounter } from './models/organization-counter.ts'
import { type User, type Users, userModel } from './models/user.ts'
import { accountRoutes } from './routes/account.ts'
import { keyRoutes } from './routes/keys.ts'
import { passwordRoutes } from './routes/passwords.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { settingsRoutes } from './routes/settings.ts'
import { verificationRoutes } from './routes/verification.ts'
import { createTokens, type Tokens } from './tokens.ts'

/** All that the service works with. */
export type Context = {
  config: Config
  users: Users
  invites: InviteCopies
  tokens: Tokens
  nextOrganizationId: () => Promise<number>
  outbox: Outbox
  removal: OrganizationRemoval
  mails: MailOutbox
  inviteMails: MailOutbox
  redis: Redis
  limitTries: ReturnType<typeof limitTries>
  limitMails: ReturnType<typeof limitMails>
  cookie: ReturnType<typeof sessionCookie>
}

export function routes(app: App, context: Context) {
  accountRoutes(app, context)
  passwordRoutes(app, context)
  settingsRoutes(app, context)
  verificationRoutes(app, context)
  sessionRoutes(app, context)
  keyRoutes(app, context)
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('auth', config, {
    mongodb: () => db.readyState === 1,
    redis: () => redis.status === 'ready',
    kafka: () => consuming && bus.isUp(),
  })
  const { log } = app
  const db = await connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_auth`, log)
  const redis = connectRedis(config.REDIS_URL, log)
  const bus = await createBus({ config, service: 'auth', log })
  const users = userModel(db)
  const outbox = createOutbox<User>({ service: 'auth', model: users.model, bus, log })
  const invites = inviteCopies(db)
  const tokens = createTokens(config.LECTERN_SECRET)
  const mails = createMailOutbox({
    model: users.model,
    mailer: createMailer(config, log),
    log,
    compose: userMails(config, tokens),
  })
  const inviteMails = createMailOutbox({
    model: invites.model,
    mailer: createMailer(config, log),
    log,
    compose: inviteMail(config, tokens, users),
  })
  const context: Context = {
    config,
    users,
    invites,
    tokens,
    nextOrganizationId: organizationCounter(db),
    outbox,
    removal: createOrganizationRemoval({
      db,
      log,
      remove: (orgId, signal) => removeUsers({ users, redis, config }, orgId, signal),
    }),
    mails,
    inviteMails,
    redis,
    limitTries: limitTries(redis, config),
    limitMails: limitMails(redis, config),
    cookie: sessionCookie(config.LECTERN_PUBLIC_URL),
    ...overrides,
  }

  await app.register(identityPlugin, { service: 'auth', jwks: config.LECTERN_JWKS })
  await app.register(formPlugin)
  routes(app, context)

  // Without its unique index the email of one account could be taken twice.
  app.addHook('onReady', async () => {
    await users.ready()
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    await Promise.all([outbox.close(), mails.close(), inviteMails.close(), context.removal.close()])
    await bus.close()
    await Promise.all([db.close(), redis.quit()])
  })
  return app
}
