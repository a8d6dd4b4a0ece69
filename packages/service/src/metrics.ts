import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** One registry a process; more than one app may share it in tests. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })
const registers = [registry]

/** Metrics of a service's own. Labels have few values: kinds and outcomes, never ids, names or addresses. */
export const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
  new Counter({ name, help, labelNames, registers })
export const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
  new Gauge({ name, help, labelNames, registers })
export const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
  new Histogram({ name, help, labelNames, buckets, registers })

const requests = histogram(
  'http_request_duration_seconds',
  'Time from the first byte of a request to the last byte of its answer',
  ['service', 'method', 'route', 'status'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
)

export const eventsHandled = counter('events_handled_total', 'Events handled, by outcome: done, retried, dead', [
  'service',
  'type',
  'outcome',
])

export const deadLettersPut = counter('dead_letters_total', 'Events put with the dead letters', [
  'service',
  'aggregate',
])

export const eventDelay = histogram(
  'event_delay_seconds',
  'Time from an event to the end of its handling',
  ['service', 'type'],
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
)

export const consumerLag = gauge('consumer_lag', 'Events in Kafka that a service has not handled yet', [
  'service',
  'aggregate',
])

export const outboxWaiting = gauge('outbox_waiting', 'Aggregates with events that were not sent after 3 s', [
  'service',
  'aggregate',
])

const ofOrganization = counter(
  'organization_activity_total',
  'What was done for organizations; those not watched by the setting are counted together as other',
  ['org', 'what'],
)
let watched = new Set<number>()

export function watchOrganizations(list = '') {
  watched = new Set(list.split(',').filter(Boolean).map(Number))
}

/** Counts for one organization, where it is among the few that are watched: so there never are more than 21 of them. */
export const countFor = (orgId: number, what: string, count = 1) =>
  ofOrganization.inc({ org: watched.has(orgId) ? orgId : 'other', what }, count)

const readWithinMs = 2000
const readings = new Set<() => Promise<unknown>>()

/** What is measured by asking for it, whenever somebody looks; what does not answer in time keeps its last value. */
export function measure(read: () => Promise<unknown>): () => void {
  readings.add(read)
  return () => readings.delete(read)
}

async function readAll() {
  const late = new Promise((resolve) => setTimeout(resolve, readWithinMs).unref())
  await Promise.all([...readings].map((read) => Promise.race([read().catch(() => {}), late])))
}

export function registerMetrics(app: FastifyInstance, service: string) {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.schema?.hide) return
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ service, method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    await readAll()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
