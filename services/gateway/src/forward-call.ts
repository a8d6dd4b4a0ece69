import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { CallError, type Identity } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSafe } from './admit-call.ts'
import type { Context } from './app.ts'
import type { Target } from './services.ts'

/** All that a service is told of what the client sent; who it is it learns from the gateway alone. */
const forwarded = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'stripe-signature',
  'user-agent',
] as const

/** Headers of one connection, not of the answer. */
const hops = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const defaultBodySeconds = 60
const defaultAnswerSeconds = 30
/** The log's status for a call whose caller did not wait for the answer. */
const hungUp = 499

/**
 * Sends a call on to its service and the answer back, both as they come. A caller who hangs up ends the call of the service too.
 * @throws CallError unavailable
 */
export async function forwardCall(
  { upstream, tokenFor }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { service, bodySeconds = defaultBodySeconds, answerSeconds = defaultAnswerSeconds }: Target,
  identity: Identity | null,
) {
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  const hasBody = !isSafe(request) && request.body !== undefined
  if (hasBody) cutOff(request.raw, bodySeconds)
  const headers: Record<string, string> = {
    'x-forwarded-for': request.ip,
    'x-request-id': request.id,
    traceparent: String(request.headers.traceparent),
  }
  for (const name of forwarded) {
    const value = request.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  if (!hasBody) delete headers['content-length']
  if (identity) headers.authorization = `Bearer ${await tokenFor(identity, service)}`
  try {
    const answer = await upstream.send(
      service,
      {
        method: request.method as 'GET',
        path: request.url,
        headers,
        body: hasBody ? bodyOf(request.raw) : null,
        headersTimeout: answerSeconds * 1000,
        bodyTimeout: answerSeconds * 1000,
      },
      left.signal,
    )
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !hops.has(name)) reply.header(name, value)
    return reply.code(answer.statusCode).send(answer.body)
  } catch (cause) {
    if (left.signal.aborted) return reply.code(hungUp).hijack()
    throw new CallError('unavailable', { cause, retryAfterSeconds: 2 })
  }
}

/** A service may answer before it has read everything; what is left is then read and dropped, so that the sender sees the answer. */
function bodyOf(raw: IncomingMessage): Readable {
  const body = raw.pipe(new PassThrough())
  body.once('close', () => {
    raw.unpipe(body)
    raw.resume()
  })
  return body
}

/** Ends the connection of one who sends too slowly. */
function cutOff(raw: IncomingMessage, seconds: number) {
  const timer = setTimeout(() => raw.destroy(), seconds * 1000)
  raw.once('close', () => clearTimeout(timer))
}
