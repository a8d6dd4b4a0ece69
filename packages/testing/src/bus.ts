import { create, toBinary } from '@bufbuild/protobuf'
import { aggregateOf, type EventInit, type EventType, events } from '@lectern/contracts/events'
import {
  type Actor,
  type Bus,
  createBus,
  type Handlers,
  type IncomingEvent,
  kafkaClient,
  type OutgoingEvent,
  topicName,
} from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import { until } from './until.ts'

const log = {
  info() {},
  warn() {},
  error() {},
  debug() {},
  trace() {},
  fatal() {},
  silent() {},
  level: 'silent',
} as unknown as FastifyBaseLogger

/** The world outside the service under test: sends it events and keeps those it emits. */
export async function testBus(config: { KAFKA_BROKERS: string; NAMESPACE: string }, listenTo: EventType[] = []) {
  const bus: Bus = await createBus({ config, service: 'test', log })
  const received: IncomingEvent[] = []
  const keep = async (event: IncomingEvent) => received.push(event)
  const sent = new Set<string>()
  if (listenTo.length > 0) await bus.consume(Object.fromEntries(listenTo.map((type) => [type, keep])) as Handlers)
  return {
    received,
    close: () => bus.close(),
    /** Sends an event as its owner would; the answer is what was sent, so that it can be sent again. */
    async send<T extends EventType>(
      type: T,
      about: { orgId: number; aggregateId: string; version?: number; id?: string; actor?: Actor | null },
      payload: EventInit<T>,
    ) {
      const event: OutgoingEvent = {
        id: about.id ?? crypto.randomUUID(),
        type,
        time: new Date(),
        orgId: about.orgId,
        aggregateId: about.aggregateId,
        version: about.version ?? 1,
        cause: 'test',
        traceparent: '',
        actor: about.actor ?? null,
        payload: toBinary(events[type], create(events[type], payload as never)),
      }
      await bus.publish([event])
      sent.add(topicName(config.NAMESPACE, aggregateOf(type)))
      return event
    },

    /** Waits until a service has handled all that is in the topics this world has sent to, or those of these events; it must listen to them. */
    async settled(service: string, types?: EventType[]): Promise<void> {
      const waited = types?.map((type) => topicName(config.NAMESPACE, aggregateOf(type))) ?? sent
      const admin = kafkaClient(config.KAFKA_BROKERS, 'test', log).admin()
      await admin.connect()
      const isBehind = async (topic: string) => {
        const [handled] = await admin.fetchOffsets({ groupId: `${config.NAMESPACE}.${service}`, topics: [topic] })
        const reached = new Map(handled?.partitions.map(({ partition, offset }) => [partition, offset]))
        return (await admin.fetchTopicOffsets(topic)).some(
          ({ partition, high }) => high !== '0' && reached.get(partition) !== high,
        )
      }
      try {
        for (const topic of waited) await until(`${topic} to be handled`, async () => !(await isBehind(topic)))
      } finally {
        await admin.disconnect()
      }
    },
  }
}
