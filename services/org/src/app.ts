import { type Blobs, openBlobs } from '@lectern/blobs'
import { createPictures, type Pictures } from '@lectern/images'
import {
  type App,
  connectMongo,
  createApp,
  createBus,
  createGates,
  createOrganizationRemoval,
  createOutbox,
  formPlugin,
  type Gates,
  identityPlugin,
  type OrganizationRemoval,
  type Outbox,
  repeat,
} from '@lectern/service'
import type { Config } from './config.ts'
import { countPlatform } from './count-platform.ts'
import { removeLogo } from './delete-organization.ts'
import { handles } from './events.ts'
import { type Copies, copyModels } from './models/copies.ts'
import { type Logs, logModel } from './models/log.ts'
import { type Members, memberModel } from './models/member.ts'
import { type Organizations, organizationModel, organizationState } from './models/organization.ts'
import { type PlatformDays, platformDayModel } from './models/platform-day.ts'
import { adminRoutes } from './routes/admin.ts'
import { imageRoutes } from './routes/images.ts'
import { logRoutes } from './routes/logs.ts'
import { organizationRoutes } from './routes/organization.ts'
import { userRoutes } from './routes/users.ts'

const sweepEveryMs = 10 * 60_000
const countEveryMs = 60 * 60_000

/** All that the service works with. */
export type Context = {
  config: Config
  organizations: Organizations
  members: Members
  logs: Logs
  copies: Copies
  platformDays: PlatformDays
  gates: Gates
  blobs: Blobs
  pictures: Pictures
  removal: OrganizationRemoval
  outboxes: { organizations: Outbox; members: Outbox }
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
    mongodb: () => db.readyState === 1 && blobStore.isUp(),
    kafka: () => consuming && bus.isUp(),
  })
  const { log } = app
  const db = await connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_org`, log)
  const bus = await createBus({ config, service: 'org', log })
  const blobStore = await openBlobs(config, log)
  const { blobs } = blobStore
  const organizations = organizationModel(db)
  const members = memberModel(db)
  const pictures = createPictures({
    db,
    blobs,
    isUsed: async (orgId, url) => (await organizations.imageUrlOf(orgId)) === url,
  })
  const context: Context = {
    config,
    organizations,
    members,
    logs: logModel(db),
    copies: copyModels(db),
    platformDays: platformDayModel(db),
    gates: createGates(db),
    blobs,
    pictures,
    removal: createOrganizationRemoval({
      db,
      log,
      remove: (orgId) => removeLogo(context, orgId),
      spares: [pictures.model],
    }),
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
    ...overrides,
  }

  const counting = repeat('count of the platform', countEveryMs, log, () => countPlatform(context))
  const sweeping = repeat('sweep of pictures', sweepEveryMs, log, () => pictures.sweep())

  await app.register(identityPlugin, { service: 'org', jwks: config.LECTERN_JWKS })
  await app.register(formPlugin)
  routes(app, context)

  app.addHook('onReady', async () => {
    // Without it an email could be invited twice.
    await members.ready()
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    const { outboxes, removal } = context
    await Promise.all([counting.close(), sweeping.close(), removal.close()])
    await Promise.all([outboxes.organizations.close(), outboxes.members.close()])
    await bus.close()
    await Promise.all([db.close(), blobStore.close()])
  })
  return app
}
