import { Client } from '@elastic/elasticsearch'
import { defaults } from '@lectern/contracts'
import { createEmbedder } from '@lectern/embedding'
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
import { LRUCache } from 'lru-cache'
import { type AskModel, createAskModel } from './ask-model.ts'
import type { Config } from './config.ts'
import { handles } from './events.ts'
import { type Allowances, allowanceModel } from './models/allowance.ts'
import { type Conversation, type Conversations, conversationModel } from './models/conversation.ts'
import { type ChatCopy, type Copies, copyModels, type OrganizationCopy } from './models/copies.ts'
import { createRetrieve, type Retrieve } from './retrieve-passages.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { messageRoutes } from './routes/messages.ts'
import { publicChatRoutes } from './routes/public-chats.ts'
import { transcriptRoutes } from './routes/transcripts.ts'
import { startSettling } from './settle-left-open.ts'

/** All that the service works with. */
export type Context = {
  conversations: Conversations
  allowances: Allowances
  copies: Copies
  outbox: Outbox
  removal: OrganizationRemoval
  retrieve: Retrieve
  askModel: AskModel | null
  /** Read on each question, so kept in memory for two seconds. */
  chatOf(orgId: number, id: string): Promise<ChatCopy | null>
  organizationOf(orgId: number): Promise<OrganizationCopy | null>
  /** Answers a month. */
  allowanceOf(orgId: number): Promise<number>
  /** Some copy changed: what is in memory is read anew. */
  forget(): void
}

export async function routes(app: App, context: Context) {
  await app.register(async (scope) => messageRoutes(scope as App, context))
  await transcriptRoutes(app, context)
  await dashboardRoutes(app, context)
  await publicChatRoutes(app, context)
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('chat', config, {
    mongodb: () => db.readyState === 1,
    kafka: () => consuming && bus.isUp(),
    elasticsearch: () => elasticsearch.ping({}, { requestTimeout: 2000, maxRetries: 0 }),
  })
  const { log } = app
  const db = connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_chat`, log)
  const bus = await createBus({ config, service: 'chat', log })
  const elasticsearch = new Client({ node: config.ELASTICSEARCH_URL, requestTimeout: 10_000, maxRetries: 2 })
  const embedder = await createEmbedder(config)
  const conversations = conversationModel(db)
  const outbox = createOutbox<Conversation>({
    service: 'chat',
    model: conversations.model,
    bus,
    log,
    without: 'messages',
    sent: async (conversation) => conversation.deleted && conversations.forgetDeleted(conversation),
  })
  const context: Context = {
    conversations,
    allowances: allowanceModel(db),
    outbox,
    removal: createOrganizationRemoval({ db, log }),
    retrieve: createRetrieve(elasticsearch, config.NAMESPACE, embedder),
    askModel: createAskModel(config),
    ...remembered(copyModels(db), config.LECTERN_FREE_CHATS),
    ...overrides,
  }

  await app.register(identityPlugin, { service: 'chat', jwks: config.LECTERN_JWKS })
  await routes(app, context)
  const settling = startSettling(context, log)
  app.addHook('onReady', async () => {
    await bus.consume(context.removal.guard(handles(context)))
    consuming = true
  })
  app.addHook('onClose', async () => {
    settling.close()
    await Promise.all([outbox.close(), context.removal.close()])
    await bus.close()
    await Promise.all([db.close(), elasticsearch.close(), embedder.close()])
  })
  return app
}

/** The copies with a short memory before them. */
function remembered(copies: Copies, freeChats: number) {
  const memory = new LRUCache<string, Promise<unknown>>({ max: 5000, ttl: 2000 })
  const remember = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = memory.get(key)
    if (known) return known as Promise<T>
    const value = read()
    memory.set(key, value)
    value.catch(() => memory.delete(key))
    return value
  }
  const organizationOf = (orgId: number) => remember(`organization ${orgId}`, () => copies.findOrganization(orgId))
  return {
    copies,
    organizationOf,
    chatOf: (orgId: number, id: string) => remember(`chat ${orgId} ${id}`, () => copies.findChat(orgId, id)),
    allowanceOf: async (orgId: number) => {
      const planId = (await organizationOf(orgId))?.planId || defaults.freePlanId
      const plan = await remember(`plan ${planId}`, () => copies.findPlan(planId))
      return plan?.chatsPerMonth ?? freeChats
    },
    forget: () => memory.clear(),
  }
}
