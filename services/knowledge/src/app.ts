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
  type Repeated,
  repeat,
} from '@lectern/service'
import type { Config } from './config.ts'
import { crawlSent } from './delete-crawl.ts'
import { fileSent } from './delete-file.ts'
import { chatSent } from './delete-knowledge-base.ts'
import { handles } from './events.ts'
import { type Chats, chatModel, chatState } from './models/chat.ts'
import { type Crawls, crawlModel } from './models/crawl.ts'
import { type Files, fileModel } from './models/file.ts'
import { type OrganizationCopies, organizationCopies } from './models/organization-copy.ts'
import { type PlanCopies, planCopies } from './models/plan-copy.ts'
import { type Uploads, uploadModel } from './models/upload.ts'
import { removeOrganization } from './remove-organization.ts'
import { removeOrphans } from './remove-orphans.ts'
import { crawlRoutes } from './routes/crawls.ts'
import { fileRoutes } from './routes/files.ts'
import { knowledgeBaseRoutes } from './routes/knowledge-bases.ts'
import { startSweeping } from './sweep.ts'

const orphansEveryMs = 24 * 3_600_000

/** All that the service works with. */
export type Context = {
  chats: Chats
  files: Files
  crawls: Crawls
  gates: Gates
  uploads: Uploads
  organizations: OrganizationCopies
  plans: PlanCopies
  blobs: Blobs
  pictures: Pictures
  removal: OrganizationRemoval
  outboxes: { chats: Outbox; files: Outbox; crawls: Outbox }
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('knowledge', config, {
    mongodb: () => db.readyState === 1 && blobStore.isUp(),
    kafka: () => consuming && bus.isUp(),
  })
  const { log } = app
  const db = await connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_knowledge`, log)
  const blobStore = await openBlobs(config, log)
  const { blobs } = blobStore
  const bus = await createBus({ config, service: 'knowledge', log })
  const chats = chatModel(db)
  const files = fileModel(db)
  const crawls = crawlModel(db)
  const uploads = uploadModel(db)
  const pictures = createPictures({ db, blobs, isUsed: chats.hasImage })
  const outboxes = {
    chats: createOutbox({
      service: 'knowledge',
      model: chats.model,
      bus,
      log,
      state: chatState,
      sent: (chat) => chatSent(context, chat),
    }),
    files: createOutbox({
      service: 'knowledge',
      model: files.model,
      bus,
      log,
      sent: (file) => fileSent(context, file),
    }),
    crawls: createOutbox({
      service: 'knowledge',
      model: crawls.model,
      bus,
      log,
      sent: (crawl) => crawlSent(context, crawl),
    }),
  }
  const context: Context = {
    chats,
    files,
    crawls,
    gates: createGates(db),
    uploads,
    organizations: organizationCopies(db),
    plans: planCopies(db),
    blobs,
    pictures,
    removal: createOrganizationRemoval({
      db,
      log,
      remove: (orgId, signal) => removeOrganization(context, orgId, signal),
      spares: [uploads.model, pictures.model],
    }),
    outboxes,
    ...overrides,
  }
  let sweeping: ReturnType<typeof startSweeping> | null = null
  let removing: Repeated | null = null

  await app.register(identityPlugin, { service: 'knowledge', jwks: config.LECTERN_JWKS })
  await app.register(formPlugin)
  routes(app, context)

  app.addHook('onReady', async () => {
    // Two chats must never have the same public link.
    await chats.model.init()
    sweeping = startSweeping(context, log)
    removing = repeat('removal of orphans', orphansEveryMs, log, (signal) => removeOrphans(context, new Date(), signal))
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    await Promise.all([sweeping?.close(), removing?.close(), context.removal.close()])
    await Promise.all([outboxes.chats.close(), outboxes.files.close(), outboxes.crawls.close()])
    await bus.close()
    await Promise.all([db.close(), blobStore.close()])
  })
  return app
}

export function routes(app: App, context: Context) {
  knowledgeBaseRoutes(app, context)
  fileRoutes(app, context)
  crawlRoutes(app, context)
}
