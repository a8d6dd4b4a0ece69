import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The user who does something; the email is the one of that moment. */
export type Actor = { id: string; email: string }

/** What led to a change and who made it: carried into the event's envelope. */
export type Cause = { id: string; traceparent: string; actor?: Actor | null }

/** W3C trace context, version 00, sampled. */
export const newTraceparent = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`

export const traceparentFormat = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
export const traceId = (traceparent: string) => traceparent.split('-')[1] ?? ''

export const causeOf = (request: FastifyRequest): Cause => ({
  id: request.id,
  traceparent: String(request.headers.traceparent ?? ''),
  actor: request.identity?.kind === 'user' ? { id: request.identity.userId, email: request.identity.email } : null,
})
