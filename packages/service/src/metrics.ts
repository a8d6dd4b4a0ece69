import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** One registry a process; more than one app may share it in tests. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last byte of its answer',
  labelNames: ['service', 'method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [registry],
})

export const eventsHandled = new Counter({
  name: 'events_handled_total',
  help: 'Events a service has handled, by outcome: done, retried, dead',
  labelNames: ['service', 'type', 'outcome'],
  registers: [registry],
})

export const outboxWaiting = new Gauge({
  name: 'outbox_waiting',
  help: 'Aggregates with events that were not sent yet, as last seen',
  labelNames: ['service', 'aggregate'],
  registers: [registry],
})

export function registerMetrics(app: FastifyInstance, service: string) {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.schema?.hide) return
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ service, method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
