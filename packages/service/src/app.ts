import type { Server } from 'node:http'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { check } from '@lectern/contracts'
import fastify, { type FastifyHttpOptions, type FastifyInstance, LogController, type RouteHandlerMethod } from 'fastify'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { answerUnreadable } from './client-errors.ts'
import type { CommonConfig } from './config.ts'
import { CallError, invalid, sendError } from './errors.ts'
import { drain } from './form.ts'
import { registerMetrics, watchOrganizations } from './metrics.ts'
import { openApi } from './openapi.ts'
import { startSpan, startTracing, type TraceSpan } from './spans.ts'
import { newTraceparent, traceId, traceparentFormat } from './trace.ts'

/** What a service waits for before it is ready, by name. */
export type Checks = Record<string, () => boolean | Promise<boolean>>

export type App = Awaited<ReturnType<typeof createApp>>

declare module 'fastify' {
  interface FastifyInstance {
    /** What must be there before a service works: indexes, topics. Done at each start, and alone by `--prepare`. */
    preparation: (() => Promise<unknown>)[]
    /** Told to stop: it answers who comes, and is no longer ready, so that nobody new is sent to it. */
    isDraining: boolean
  }
  interface FastifyRequest {
    span: TraceSpan | null
  }
}

/** What one service has otherwise than the rest. */
type AppOptions = Pick<FastifyHttpOptions<Server>, 'trustProxy' | 'requestIdHeader' | 'requestTimeout' | 'http'> & {
  health?: RouteHandlerMethod
  /** Bodies pass through as streams, and are not this app's to read. */
  passesBodies?: boolean
}

/** A fastify app with all that the services share: one validator, one error shape, logs, metrics, health, OpenAPI. */
export async function createApp(
  name: string,
  config: Pick<CommonConfig, 'LOG_LEVEL'> & Partial<CommonConfig>,
  checks: Checks = {},
  { health = async () => ({ status: 'ok' }), passesBodies = false, ...server }: AppOptions = {},
) {
  const app = fastify({
    logger: { level: config.LOG_LEVEL, base: { service: name }, redact: ['req.headers', 'headers'] },
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: 'x-request-id',
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    return503OnClosing: false,
    // Engines may take longer than any number here; who started the service knows how long to wait for it.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerUnreadable,
    ...server,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema as TObject, httpPart !== 'body'))
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(new CallError('not_found'), request, reply))
  if (!passesBodies) registerDrain(app)
  const endTracing = await startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT)
  app.addHook('onClose', endTracing)
  watchOrganizations(config.LECTERN_WATCHED_ORGANIZATIONS)
  registerLogs(app)
  registerMetrics(app, name)
  registerHealth(app, checks, health)
  registerStart(app)
  await app.register(swagger, openApi(`Lectern ${name}`))
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  return app
}

/** The compiled schema decides, and drops what it does not name; only what it refuses takes the slower way that finds the words. */
function validator(schema: TObject, convert: boolean) {
  const compiled = Compile(schema)
  return (value: unknown) => {
    if (!convert && compiled.Check(value)) return { value: compiled.Clean(value) }
    const checked = check(schema, value, convert)
    return checked.ok ? { value: checked.value } : { error: invalid(checked.errors) }
  }
}

/** A call may be answered before its body is read: what is left is read and dropped, or who is sending it would not see the answer. */
function registerDrain(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete === false) await drain(request, reply)
  })
}

function registerLogs(app: FastifyInstance) {
  app.decorateRequest('span', null)
  app.addHook('onRequest', async (request) => {
    const { method, headers, routeOptions } = request
    const given = String(headers.traceparent)
    let traceparent = traceparentFormat.test(given) ? given : ''
    if (!routeOptions.schema?.hide) {
      const route = { 'http.request.method': method, 'http.route': routeOptions.url ?? 'none' }
      request.span = startSpan(`${method} ${routeOptions.url ?? ''}`, 'server', traceparent, route)
      traceparent = request.span.traceparent
    }
    headers.traceparent = traceparent || newTraceparent()
    request.log = request.log.child({ traceId: traceId(headers.traceparent) })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const error = statusCode >= 500 ? new Error() : undefined
    request.span?.end({ error, attributes: { 'http.response.status_code': statusCode } })
    if (request.routeOptions.schema?.hide) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

function registerHealth(app: FastifyInstance, checks: Checks, health: RouteHandlerMethod) {
  app.get('/live', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/health', { schema: { hide: true } }, health)
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(checks).map(async ([name, isUp]) => [name, (await isUp()) ? 'ok' : 'down'] as const),
    )
    const ready = !app.isDraining && states.every(([, state]) => state === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'starting', checks: Object.fromEntries(states) })
  })
}

/** How it comes up, and how it goes: who is connected while it stops is told to come by another connection. */
function registerStart(app: FastifyInstance) {
  app.decorate('preparation', [])
  app.decorate('isDraining', false)
  app.addHook('onReady', async () => void (await Promise.all(app.preparation.map((prepare) => prepare()))))
  app.addHook('onSend', async (_request, reply) => {
    if (app.isDraining) reply.header('connection', 'close')
  })
}
