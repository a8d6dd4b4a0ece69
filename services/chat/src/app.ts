import { Client } from '@elastic/elasticsearch'
import { defaults } from '@lectern/contracts'
import { createEmbedder } from '@lectern/embedding'
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
  type Repeated,
} from '@lectern/service'
import { createPoster, webOptions } from '@lectern/web'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type AskModel, createAskModel } from './ask-model.ts'
import type { Config } from './config.ts'
import { startDeliveries } from './deliver-messages.ts'
import { handles } from './events.ts'
import { contactMails, noticeMails } from './mails.ts'
import { type Allowances, type Allowed, allowanceModel } from './models/allowance.ts'
import { type ContactMessages, contactMessageModel } from './models/contact-message.ts'
import { type Conversation, type Conversations, conversationModel } from './models/conversation.ts'
import { type ChatCopy, type Copies, copyModels, type OrganizationCopy } from './models/copies.ts'
import { type DailyCounts, dailyCountModel } from './models/daily-count.ts'
import { type NoticeKind, noticeModel } from './models/notice.ts'
import { type Pairs, pairModel } from './models/pair.ts'
import { type SigningSecrets, signingSecrets } from './models/signing-secret.ts'
import { createNearSentences, type NearSentences } from './near-sentences.ts'
import { periodOf } from './period-of.ts'
import { createReadPassages, type ReadPassages } from './read-passages.ts'
import { createRetrieve, type Retrieve } from './retrieve-passages.ts'
import { answerPairRoutes } from './routes/answer-pairs.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { messageRoutes } from './routes/messages.ts'
import { passageRoutes } from './routes/passages.ts'
import { publicChatRoutes } from './routes/public-chats.ts'
import { transcriptRoutes } from './routes/transcripts.ts'
import { visitorRoutes } from './routes/visitors.ts'
import { startSettling } from './settle-left-open.ts'
import { type WrittenAnswers, writtenAnswers } from './written-answers.ts'

/** Who comes on top waits in line: an engine that is asked for more at once answers nobody in time. */
const searchesAtOnce = 32

/** All that the service works with. */
export type Context = {
  conversations: Conversations
  allowances: Allowances
  copies: Copies
  contacts: ContactMessages
  contactMails: MailOutbox
  deliveries: Repeated
  dailyCounts: DailyCounts
  secrets: SigningSecrets
  outbox: Outbox
  removal: OrganizationRemoval
  retrieve: Retrieve
  nearSentences: NearSentences
  readPassages: ReadPassages
  pairs: Pairs
  written: WrittenAnswers
  askModel: AskModel | null
  /** Read on each question, so kept in memory for two seconds. */
  chatOf(orgId: number, id: string): Promise<ChatCopy | null>
  organizationOf(orgId: number): Promise<OrganizationCopy | null>
  /** Answers in the period that is now. */
  allowedTo(orgId: number): Promise<Allowed>
  /** Mails the organization's owner, soon and at most once a day; nobody waits for it. */
  tellOwner(orgId: number, kind: NoticeKind, kbId: string | null): void
  /** Some copy changed: what is in memory is read anew. */
  forget(): void
}

export async function routes(app: App, context: Context) {
  await app.register(async (scope) => messageRoutes(scope as App, context))
  await visitorRoutes(app, context)
  await transcriptRoutes(app, context)
  await dashboardRoutes(app, context)
  await publicChatRoutes(app, context)
  await answerPairRoutes(app, context)
  await passageRoutes(app, context)
}

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  let consuming = false
  const app = await createApp('chat', config, {
    mongodb: () => db.readyState === 1,
    kafka: () => consuming && bus.isUp(),
    elasticsearch: () => elasticsearch.ping({}, { requestTimeout: 2000, maxRetries: 0 }),
  })
  const { log } = app
  const db = await connectMongo(config.MONGODB_URL, `${config.NAMESPACE}_chat`, log)
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
  const retrieve = createRetrieve(elasticsearch, config.NAMESPACE, embedder)
  const searching = pLimit(searchesAtOnce)
  const allowances = allowanceModel(db)
  const allowanceOutbox = createOutbox({ service: 'chat', model: allowances.model, bus, log, without: 'days' })
  const contacts = contactMessageModel(db)
  const secrets = signingSecrets(db, config.LECTERN_SECRET)
  const copies = copyModels(db)
  const mailer = createMailer(config, log)
  const poster = createPoster(webOptions(config))
  const notices = noticeModel(db)
  const noticesToMail = createMailOutbox({
    model: notices.model,
    mailer,
    log,
    compose: noticeMails(config, copies),
  })
  const pairs = pairModel(db)
  const context: Context = {
    conversations,
    contacts,
    contactMails: createMailOutbox({
      model: contacts.model,
      mailer,
      log,
      compose: contactMails(config, copies, conversations),
    }),
    deliveries: startDeliveries({ contacts, conversations, copies, secrets }, poster, log),
    dailyCounts: dailyCountModel(db),
    secrets,
    tellOwner: (orgId, kind, kbId) =>
      void notices.tell(orgId, kind, kbId).then(
        (isNew) => isNew && noticesToMail.wake(),
        (err) => log.warn({ err, kind }, 'the owner could not be told'),
      ),
    allowances,
    outbox,
    removal: createOrganizationRemoval({ db, log }),
    retrieve: (...question) => searching(() => retrieve(...question)),
    nearSentences: createNearSentences(embedder),
    readPassages: createReadPassages(elasticsearch, config.NAMESPACE),
    pairs,
    written: writtenAnswers(pairs, embedder),
    askModel: createAskModel(config),
    ...remembered(copies, config.LECTERN_FREE_CHATS),
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
    await Promise.all([outbox.close(), allowanceOutbox.close(), context.removal.close(), context.deliveries.close()])
    await Promise.all([context.contactMails.close(), noticesToMail.close(), poster.close()])
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
    allowedTo: async (orgId: number) => {
      const [organization, subscription] = await Promise.all([
        organizationOf(orgId),
        remember(`subscription ${orgId}`, () => copies.findSubscription(orgId)),
      ])
      // The subscription tells of plan and period in one word; the organization follows.
      const planId = subscription?.planId || organization?.planId || defaults.freePlanId
      const plan = await remember(`plan ${planId}`, () => copies.findPlan(planId))
      return { total: plan?.chatsPerMonth ?? freeChats, period: periodOf(new Date(), subscription) }
    },
    forget: () => memory.clear(),
  }
}
