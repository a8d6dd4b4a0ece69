import cookie from '@fastify/cookie'
import { type App, connectRedis, createApp, notFound } from '@lectern/service'
import { type BuiltPages, builtPages } from './built-files.ts'
import { checkHealth, type Health } from './check-health.ts'
import { type ComposePage, pageComposer } from './compose-page.ts'
import type { Config } from './config.ts'
import { type Csrf, csrfTokens } from './csrf.ts'
import { identityTokens, type TokenFor } from './identity-tokens.ts'
import { type CallLimits, callLimits } from './limit-calls.ts'
import { chatReader, type ReadChat } from './read-chat.ts'
import { organizationReader, type ReadOrganization } from './read-organization.ts'
import { browserReader, type ReadBrowser } from './read-session.ts'
import { type RefusedSites, refusedSites } from './refused-sites.ts'
import { rememberFor } from './remember.ts'
import { assetRoutes } from './routes/assets.ts'
import { callRoutes } from './routes/calls.ts'
import { documentationRoutes } from './routes/documentation.ts'
import { healthRoutes } from './routes/health.ts'
import { pageRoutes } from './routes/pages.ts'
import { publicChatRoutes } from './routes/public-chats.ts'
import { ticketRoutes } from './routes/tickets.ts'
import { widgetRoutes } from './routes/widget.ts'
import { securityHeaders } from './security-headers.ts'
import { longestBodySeconds, serviceUrls } from './services.ts'
import { type Tickets, visitorTickets } from './tickets.ts'
import { createUpstream, type Upstream } from './upstream.ts'

/** All that the service works with. */
export type Context = {
  config: Config
  /** The host of the product's own address; pages may be served under others too. */
  publicHost: string
  readBrowser: ReadBrowser
  readOrganization: ReadOrganization
  readChat: ReadChat
  pages: BuiltPages
  composePage: ComposePage
  refused: RefusedSites
  csrf: Csrf
  tickets: Tickets
  limits: CallLimits
  tokenFor: TokenFor
  upstream: Upstream
  /** Asked for anew once a second at most. */
  health(): Promise<Health>
}

export async function routes(app: App, context: Context) {
  await app.register(async (scope) => healthRoutes(scope as App, context))
  await app.register(async (scope) => callRoutes(scope as App, context))
  await app.register(async (scope) => ticketRoutes(scope as App, context))
  await app.register(async (scope) => documentationRoutes(scope as App, context))
  await app.register(async (scope) => assetRoutes(scope as App, context))
  await app.register(async (scope) => widgetRoutes(scope as App, context))
  await app.register(async (scope) => publicChatRoutes(scope as App, context))
  await app.register(async (scope) => pageRoutes(scope as App, context))
}

const headersWithinMs = 15_000
/** For those who run it: not found by who comes through a proxy. */
const inside = /^\/(metrics|ready|live)\b/
const healthRememberedMs = 1000

export async function buildApp(config: Config, overrides: Partial<Context> = {}) {
  const app = await createApp(
    'gateway',
    config,
    { redis: () => redis.status === 'ready' },
    {
      // Nothing that comes from outside names our requests.
      requestIdHeader: false,
      passesBodies: true,
      trustProxy: config.TRUST_PROXY || false,
      requestTimeout: longestBodySeconds * 1000,
      http: { headersTimeout: headersWithinMs },
      health: async (_request, reply) => {
        const { status, services } = await health()
        return reply.code(status === 'ok' ? 200 : 503).send({ status, services })
      },
    },
  )
  const redis = connectRedis(config.REDIS_URL, app.log)
  const upstream = createUpstream(serviceUrls(config))
  const health = rememberFor(healthRememberedMs, () => checkHealth(upstream))
  const tokenFor = await identityTokens(config.LECTERN_SIGNING_KEY)
  const context: Context = {
    config,
    publicHost: new URL(config.LECTERN_PUBLIC_URL).host,
    readBrowser: browserReader(redis, config),
    readOrganization: organizationReader(upstream, tokenFor),
    readChat: chatReader(upstream),
    pages: builtPages(config),
    composePage: pageComposer(config),
    refused: refusedSites(redis, config),
    csrf: csrfTokens(config.LECTERN_SECRET),
    tickets: visitorTickets(config.LECTERN_SECRET),
    limits: callLimits(redis, config),
    tokenFor,
    upstream,
    health,
    ...overrides,
  }

  securityHeaders(app, config.LECTERN_PUBLIC_URL)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A client may also name a whole address, or none: nothing of ours is found by either.
    if (!request.url.startsWith('/')) throw notFound()
    if (inside.test(request.url) && request.headers['x-forwarded-for'] !== undefined) throw notFound()
  })
  await app.register(cookie)
  await routes(app, context)
  app.addHook('onClose', async () => {
    redis.disconnect()
    await upstream.close()
  })
  return app
}
