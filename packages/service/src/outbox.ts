import { create, toBinary } from '@bufbuild/protobuf'
import { type EventInit, type EventType, events } from '@lectern/contracts/events'
import type { FastifyBaseLogger } from 'fastify'
import type { Model } from 'mongoose'
import { Schema } from 'mongoose'
import type { Bus } from './bus.ts'
import type { OutgoingEvent } from './envelope.ts'
import { outboxWaiting } from './metrics.ts'
import type { Actor, Cause } from './trace.ts'

/** An event kept in the document it tells of, until it is in Kafka. */
export type OutboxEntry = {
  id: string
  type: EventType
  time: Date
  cause: string
  traceparent: string
  actor?: Actor | null
  payload: Uint8Array | null
}

/** The fields a document needs to tell of itself. */
export type Aggregate = { _id: string; orgId: number; version: number; outbox: OutboxEntry[]; outboxAt?: Date }

/** Spread into the mongoose schema of each aggregate. */
export const aggregateFields = {
  orgId: { type: Number, required: true },
  version: { type: Number, default: 0 },
  outbox: {
    type: [
      new Schema(
        {
          id: String,
          type: String,
          time: Date,
          cause: String,
          traceparent: String,
          actor: new Schema({ id: String, email: String }, { _id: false }),
          payload: Buffer,
        },
        { _id: false },
      ),
    ],
    default: [],
  },
  outboxAt: { type: Date, index: { sparse: true } },
}

/** An entry with its message. State events leave `payload` out: theirs is made from the document when it is sent. */
export function outboxEntry<T extends EventType>(type: T, cause: Cause, payload?: EventInit<T>): OutboxEntry {
  const schema = events[type]
  return {
    id: crypto.randomUUID(),
    type,
    time: new Date(),
    cause: cause.id,
    traceparent: cause.traceparent,
    actor: cause.actor ?? null,
    payload: payload ? Buffer.from(toBinary(schema, create(schema, payload as never))) : null,
  }
}

/** The part of an update that tells of it: one version up, one event out. */
export const tell = (entry: OutboxEntry) => ({
  $inc: { version: 1 },
  $push: { outbox: entry },
  $set: { outboxAt: entry.time },
})

/** The same for a document that is about to be inserted. */
export const toldAtBirth = (entry: OutboxEntry) => ({ version: 1, outbox: [entry], outboxAt: entry.time })

export type Outbox = {
  /** Sends what these documents have to tell, soon; what fails is tried again. */
  wake(...ids: string[]): void
  close(): Promise<void>
}

const sweepEveryMs = 3000
const batch = 100

/**
 * Relays the events of one collection to Kafka, in order within each document. An event is sent at least once:
 * it leaves its document only after Kafka has it. A sweep finds what a killed process left behind.
 * `state` makes the message of a state event from the document.
 */
export function createOutbox<D extends Aggregate>(options: {
  service: string
  model: Model<D>
  bus: Pick<Bus, 'publish'>
  log: FastifyBaseLogger
  state?: (document: D, type: EventType) => EventInit<EventType>
  /** A field that telling does not need, where it is large. */
  without?: keyof D & string
  /** Called once all events of a document are sent. */
  sent?: (document: D) => Promise<unknown>
}): Outbox {
  const { model, bus, log, service } = options
  const fields = options.without ? { [options.without]: 0 } : {}
  const waiting = new Set<string>()
  let running: Promise<void> | null = null
  let closed = false

  const encodeState = (document: D, type: EventType) => {
    if (!options.state) throw new Error(`${type} has no message and its outbox makes none`)
    return toBinary(events[type], create(events[type], options.state(document, type) as never))
  }

  const outgoing = (document: D): OutgoingEvent[] =>
    document.outbox.map((entry, index) => ({
      ...entry,
      orgId: document.orgId,
      aggregateId: document._id,
      version: document.version - (document.outbox.length - 1 - index),
      payload: entry.payload ? bytesOf(entry.payload) : encodeState(document, entry.type),
    }))

  const send = async (ids: string[]) => {
    const documents = (await model.find({ _id: { $in: ids } }, fields).lean()) as unknown as D[]
    const telling = documents.filter((document) => document.outbox.length > 0)
    if (telling.length === 0) return
    await bus.publish(telling.flatMap(outgoing))
    const cleared = await model.bulkWrite(
      [...Map.groupBy(telling, ({ version }) => version)].map(([version, alike]) => ({
        updateMany: {
          filter: { _id: { $in: alike.map(({ _id }) => _id) }, version } as never,
          update: { $set: { outbox: [] }, $unset: { outboxAt: 1 } } as never,
        },
      })),
    )
    // One that changed meanwhile still holds what was sent; it is sent again with the rest.
    if (cleared.matchedCount < telling.length) for (const { _id } of telling) waiting.add(_id)
    for (const document of telling) await options.sent?.(document)
  }

  const drain = async () => {
    while (waiting.size > 0 && !closed) {
      const ids = [...waiting].slice(0, batch)
      for (const id of ids) waiting.delete(id)
      try {
        await send(ids)
      } catch (err) {
        log.warn({ err, count: ids.length }, 'events wait to be sent')
        return
      }
    }
  }

  const wake = (...ids: string[]) => {
    for (const id of ids) waiting.add(id)
    running ??= drain().finally(() => {
      running = null
    })
  }

  const sweep = async () => {
    try {
      const overdue = { outboxAt: { $lt: new Date(Date.now() - sweepEveryMs) } } as never
      const left = (await model.find(overdue, fields).limit(batch).lean()) as unknown as D[]
      outboxWaiting.set({ service, aggregate: model.modelName }, left.length)
      if (left.length > 0) wake(...left.map(({ _id }) => _id))
    } catch (err) {
      log.warn({ err }, 'the outbox could not be swept')
    }
  }
  const timer = setInterval(sweep, sweepEveryMs)

  return {
    wake,
    async close() {
      clearInterval(timer)
      await running
      closed = true
    },
  }
}

/** Lean documents carry BSON's Binary rather than a Buffer. */
const bytesOf = (payload: Uint8Array): Uint8Array =>
  payload instanceof Uint8Array ? payload : (payload as unknown as { buffer: Uint8Array }).buffer
