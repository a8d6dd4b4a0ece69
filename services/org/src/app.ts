import { createMailer, createMailOutbox, type MailOutbox } from '@lectern/mail'
import {
  type App,
  type Blobs,
  connectMongo,
  createApp,
  createBus,
  createOutbox,
  formPlugin,
  gridFsBlobs,
  identityPlugin,
  type Outbox,
} from '@lectern/service'
import type { Config } from './config.ts'
import { handles } from './events.ts'
import { inviteMails } from './mails.ts'
import { type Copies, copyModels } from './models/copies.ts'
import { type Logs, logModel } from './models/log.ts'
import { type Members, memberModel } from './models/member.ts'
import { type Organizations, organizationModel, organizationState } from './models/organization.ts'
import { adminRoutes } from './routes/admin.ts'
import { imageRoutes } from './routes/images.ts'
import { logRoutes } from './routes/logs.ts'
import { organizationRoutes } from './routes/organization.ts'
import { userRoutes } from './routes/users.ts'

/** All that the service works with. */
export type Context = {
  config: Config
  organizations: Organizations
  members: Members
  logs: Logs
  copies: Copies
  blobs: Blobs
  outboxes: { organizations: Outbox; members: Outbox }
  mails: MailOutbox
}

export function routes(app: App, context: Context) {
  organizationRoutes(app, context)
  imageRoutes(app, context)
  userRoutes(app, context)
  logRoutes(app, context)
  adminRoutes(app, context)
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('org', config, {
    mongodb: () => db.readyState === 1 && pictures.readyState === 1,
    kafka: () => consuming && bus.isUp(),
  })
  const { log } = app
  const db = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_org`, log)
  const bus = await createBus({ brokers: config.KAFKA_BROKERS, namespace: config.NAMESPACE, service: 'org', log })
  const pictures = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_blobs`, log)
  const organizations = organizationModel(db)
  const members = memberModel(db)
  const context: Context = {
    config,
    organizations,
    members,
    logs: logModel(db),
    copies: copyModels(db),
    blobs: gridFsBlobs(pictures),
    outboxes: {
      organizations: createOutbox({
        service: 'org',
        model: organizations.model,
        bus,
        log,
        state: organizationState,
      }),
      members: createOutbox({ service: 'org', model: members.model, bus, log }),
    },
    mails: createMailOutbox({
      model: members.model,
      mailer: createMailer(config, log),
      log,
      compose: inviteMails(config, organizations),
    }),
    ...overrides,
  }

  await app.register(identityPlugin, { service: 'org', jwks: config.LECTERN_JWKS })
  await app.register(formPlugin)
  routes(app, context)

  app.addHook('onReady', async () => {
    // Without it an email could be invited twice.
    await members.ready()
    await bus.consume(handles(context))
    consuming = true
  })
  app.addHook('onClose', async () => {
    const { outboxes, mails } = context
    await Promise.all([outboxes.organizations.close(), outboxes.members.close(), mails.close()])
    await bus.close()
    await Promise.all([db.close(), pictures.close()])
  })
  return app
}
