import { createRequire } from 'node:module'
import { type Aggregate, aggregateOf, type EventType, topics } from '@lectern/contracts/events'
import type { FastifyBaseLogger } from 'fastify'
import { type Consumer, type EachBatchPayload, Kafka, type KafkaMessage, logLevel, Partitioners } from 'kafkajs'
import { decode, encode, type IncomingEvent, type OutgoingEvent } from './envelope.ts'
import { isTemporary } from './errors.ts'
import { consumerLag, deadLettersPut, eventDelay, eventsHandled, measure } from './metrics.ts'
import { startSpan } from './spans.ts'
import { traceId } from './trace.ts'

export type Handlers = { [T in EventType]?: (event: IncomingEvent<T>) => Promise<unknown> }

export type Bus = {
  publish(outgoing: OutgoingEvent[]): Promise<void>
  /** Starts to consume; each event is handled at least once, in order within its aggregate. */
  consume(handlers: Handlers): Promise<void>
  isUp(): boolean
  close(): Promise<void>
}

export const topicName = (namespace: string, aggregate: Aggregate) => `${namespace}.${aggregate}.v1`
export const deadLetters = (topic: string) => `${topic}.dlq`

const tries = 5
/** A busy Kafka takes its time to make topics. */
const topicsWithinMs = 60_000
const pauseMs = (attempt: number) => Math.min(2000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2)

type RequestQueue = { pending: unknown[]; scheduleCheckPendingRequests(): void }
const { prototype: queue } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
  prototype: RequestQueue
}
const { scheduleCheckPendingRequests } = queue
/** kafkajs 2.2 looks at each queue of requests every millisecond, forever: 5 % of a core in an idle service. Here, only while one waits. */
queue.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this)
}

/** Services never give up; a command does, after some `retries`. */
export function kafkaClient(brokers: string, clientId: string, log: FastifyBaseLogger, retries = 1e6) {
  return new Kafka({
    clientId,
    brokers: brokers.split(','),
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    retry: { retries, maxRetryTime: 2000 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) =>
      log[entry.level === logLevel.WARN ? 'warn' : 'error'](
        { kafka: entry.log.message, reason: entry.log.error },
        'kafka',
      ),
  })
}

export async function createBus(options: {
  config: { KAFKA_BROKERS: string; KAFKA_PARTITIONS?: number; NAMESPACE: string }
  service: string
  log: FastifyBaseLogger
}): Promise<Bus> {
  const { config, service, log } = options
  const namespace = config.NAMESPACE
  const kafka = kafkaClient(config.KAFKA_BROKERS, service, log)
  const producer = kafka.producer({ allowAutoTopicCreation: false, createPartitioner: Partitioners.DefaultPartitioner })
  const aggregateOfTopic = (topic: string) => topic.slice(namespace.length + 1).replace(/\.v1$/, '')
  let consumer: Consumer | null = null
  let joining: NodeJS.Timeout | undefined
  let endLag = async () => {}
  let joined = true
  let closed = false

  await ensureTopics(kafka, namespace, log, config.KAFKA_PARTITIONS)
  await producer.connect()

  const deadLetter = async (topic: string, message: KafkaMessage, reason: string) => {
    const headers = { ...message.headers, reason, service, time: new Date().toISOString() }
    await producer.send({ topic: deadLetters(topic), messages: [{ key: message.key, value: message.value, headers }] })
    deadLettersPut.inc({ service, aggregate: aggregateOfTopic(topic) })
    log.error({ topic, offset: message.offset, reason }, 'event put with the dead letters')
  }

  const handleBatch = async (handlers: Handlers, payload: EachBatchPayload) => {
    const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload
    for (const message of batch.messages) {
      if (!isRunning() || isStale()) return
      await handleMessage(handlers, batch.topic, message, heartbeat)
      resolveOffset(message.offset)
      await heartbeat()
    }
  }

  const handleMessage = async (
    handlers: Handlers,
    topic: string,
    message: KafkaMessage,
    heartbeat: () => Promise<void>,
  ) => {
    let event: IncomingEvent
    try {
      event = decode(message.value)
    } catch (error) {
      return deadLetter(topic, message, (error as Error).message)
    }
    const handler = handlers[event.type] as ((event: IncomingEvent) => Promise<unknown>) | undefined
    if (!handler) return
    const { type } = event
    for (let attempt = 1; ; attempt++) {
      const span = startSpan(`handle ${type}`, 'consumer', event.traceparent, { 'messaging.system': 'kafka', attempt })
      try {
        await handler({ ...event, traceparent: span.traceparent })
        span.end()
        eventsHandled.inc({ service, type, outcome: 'done' })
        eventDelay.observe({ service, type }, Math.max(0, Date.now() - event.time.getTime()) / 1000)
        return
      } catch (error) {
        span.end({ error })
        const retry = isTemporary(error) || attempt < tries
        eventsHandled.inc({ service, type, outcome: retry ? 'retried' : 'dead' })
        const about = { event: event.id, type, attempt, org: event.orgId, traceId: traceId(event.traceparent) }
        log.warn({ err: error, ...about }, 'event not handled')
        if (!retry) return deadLetter(topic, message, (error as Error).message)
        // While an engine is away the consumer itself backs off and reads the batch again.
        if (attempt >= tries) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs(attempt)))
        await heartbeat()
      }
    }
  }

  return {
    async publish(outgoing) {
      const byTopic = Map.groupBy(outgoing, (event) => topicName(namespace, aggregateOf(event.type)))
      await producer.sendBatch({
        acks: -1,
        topicMessages: [...byTopic].map(([topic, list]) => ({
          topic,
          messages: list.map((event) => ({ key: event.aggregateId, value: Buffer.from(encode(event)) })),
        })),
      })
    },
    async consume(handlers) {
      const aggregates = new Set(Object.keys(handlers).map((type) => aggregateOf(type as EventType)))
      if (aggregates.size === 0) return
      joined = false
      const reader = kafka.consumer({
        groupId: `${namespace}.${service}`,
        maxWaitTimeInMs: 500,
        sessionTimeout: 10_000,
        rebalanceTimeout: 10_000,
        retry: { retries: 1e6, maxRetryTime: 2000, restartOnFailure: async () => !closed },
      })
      consumer = reader
      reader.on('consumer.group_join', () => {
        joined = true
      })
      const join = async () => {
        await reader.run({
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: 3,
          eachBatch: (payload) => handleBatch(handlers, payload),
        })
        // Who is still joining is not stopped by a disconnect before.
        if (closed) await reader.disconnect()
      }
      const joinLater = () => {
        joining = setTimeout(() => {
          join().catch((err) => {
            log.error({ err }, 'consumer could not join')
            joinLater()
          })
        }, pauseMs(tries))
      }
      // kafkajs joins again by itself only after errors that it calls retriable; nothing else may end a consumer for good.
      reader.on('consumer.crash', ({ payload }) => {
        joined = false
        log.error({ err: payload.error, restarts: payload.restart }, 'consumer stopped')
        if (!payload.restart && !closed) joinLater()
      })
      await reader.connect()
      await reader.subscribe({
        topics: [...aggregates].map((name) => topicName(namespace, name)),
        fromBeginning: true,
      })
      endLag = measureLag(kafka, namespace, service, [...aggregates])
      await join()
    },
    isUp: () => joined,
    async close() {
      closed = true
      clearTimeout(joining)
      await endLag()
      await consumer?.disconnect()
      await producer.disconnect()
    },
  }
}

/** Tells how far behind a group is, of all its replicas together, also while it consumes nothing. Connects when it is first asked. */
function measureLag(kafka: Kafka, namespace: string, service: string, aggregates: Aggregate[]) {
  const admin = kafka.admin()
  let connecting: Promise<void> | null = null
  const end = measure(async () => {
    connecting ??= admin.connect()
    await connecting
    const groups = await admin.fetchOffsets({
      groupId: `${namespace}.${service}`,
      topics: aggregates.map((aggregate) => topicName(namespace, aggregate)),
    })
    for (const aggregate of aggregates) {
      const topic = topicName(namespace, aggregate)
      const handled = new Map(
        groups.find((group) => group.topic === topic)?.partitions.map(({ partition, offset }) => [partition, +offset]),
      )
      const lag = (await admin.fetchTopicOffsets(topic)).map(
        ({ partition, low, high }) => +high - Math.max(+low, handled.get(partition) ?? -1),
      )
      consumerLag.set(
        { service, aggregate },
        lag.reduce((sum, each) => sum + each, 0),
      )
    }
  })
  return async () => {
    end()
    if (connecting) await admin.disconnect()
  }
}

async function ensureTopics(kafka: Kafka, namespace: string, log: FastifyBaseLogger, partitions = 3) {
  const admin = kafka.admin()
  await admin.connect()
  try {
    const wanted = Object.entries(topics).flatMap(([aggregate, { keeps }]) => {
      const topic = topicName(namespace, aggregate as Aggregate)
      const configEntries = keeps === 'state' ? [{ name: 'cleanup.policy', value: 'compact' }] : []
      return [
        { topic, numPartitions: partitions, replicationFactor: -1, configEntries },
        { topic: deadLetters(topic), numPartitions: 1, replicationFactor: -1 },
      ]
    })
    const until = Date.now() + topicsWithinMs
    let missing = wanted
    for (let attempt = 1; ; attempt++) {
      let failure: unknown
      try {
        const present = new Set(await admin.listTopics())
        missing = wanted.filter(({ topic }) => !present.has(topic))
        if (missing.length === 0) return
        // All services make them at once, and a broker knows a little later what the controller has made.
        if (attempt % tries === 1) await admin.createTopics({ topics: missing, waitForLeaders: false })
      } catch (error) {
        failure = error
        log.warn({ err: error, missing: missing.length }, 'topics not made')
      }
      if (Date.now() > until) {
        const names = missing.map(({ topic }) => topic).join(', ')
        throw new Error(`Kafka does not show these topics: ${names}`, { cause: failure })
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs(attempt)))
    }
  } finally {
    await admin.disconnect()
  }
}
