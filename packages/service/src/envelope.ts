import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { EnvelopeSchema, type EventPayload, type EventType, events, isEventType } from '@lectern/contracts/events'
import type { Actor } from './trace.ts'

/** An event on its way out, its message already encoded. */
export type OutgoingEvent = {
  id: string
  type: EventType
  time: Date
  orgId: number
  aggregateId: string
  version: number
  cause: string
  traceparent: string
  actor?: Actor | null
  payload: Uint8Array
}

export type IncomingEvent<T extends EventType = EventType> = Omit<OutgoingEvent, 'type' | 'payload'> & {
  type: T
  payload: EventPayload<T>
}

/** An event as it travels. */
export const encode = (event: OutgoingEvent): Uint8Array =>
  toBinary(
    EnvelopeSchema,
    create(EnvelopeSchema, {
      id: event.id,
      type: event.type,
      time: timestampFromDate(event.time),
      organizationId: BigInt(event.orgId),
      aggregateId: event.aggregateId,
      version: BigInt(event.version),
      cause: event.cause,
      traceparent: event.traceparent,
      actorId: event.actor?.id,
      actorEmail: event.actor?.email,
      payload: event.payload,
    }),
  )

/** @throws Error saying why it cannot be read */
export function decode(message: Uint8Array | null): IncomingEvent {
  const envelope = fromBinary(EnvelopeSchema, message ?? new Uint8Array())
  if (!isEventType(envelope.type)) throw new Error(`unknown event type ${envelope.type || '(none)'}`)
  if (!envelope.id || !envelope.aggregateId) throw new Error('an event without id or aggregate')
  return {
    id: envelope.id,
    type: envelope.type,
    time: envelope.time ? timestampDate(envelope.time) : new Date(0),
    orgId: Number(envelope.organizationId),
    aggregateId: envelope.aggregateId,
    version: Number(envelope.version),
    cause: envelope.cause,
    traceparent: envelope.traceparent,
    actor: envelope.actorId ? { id: envelope.actorId, email: envelope.actorEmail } : null,
    payload: fromBinary(events[envelope.type], envelope.payload) as EventPayload<EventType>,
  }
}
