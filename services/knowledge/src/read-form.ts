import { finished } from 'node:stream/promises'
import { CallError, userOf } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'

const drainWithinMs = 60_000

/**
 * Makes the fields of a signed-in user's multipart form the request's body, as if it had come as JSON. Files in it are
 * passed over. @throws CallError unauthenticated, body_too_large, malformed_body
 */
export async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return
  userOf(request)
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') part.file.resume()
      else if (part.valueTruncated) throw new CallError('body_too_large')
      else fields[part.fieldname] = part.value
    }
  } catch (error) {
    await drain(request, reply)
    throw malformed(error)
  }
  request.body = fields
}

/**
 * Reads what is left of a body and forgets it: a sender that is still sending would not see the answer.
 * One that goes on for more than a minute is cut off.
 */
export async function drain({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  raw.unpipe()
  raw.resume()
  try {
    await finished(raw, { writable: false, signal: AbortSignal.timeout(drainWithinMs) })
  } catch {
    reply.header('connection', 'close')
  }
}

/** The form's parser throws plain errors at what it cannot read. */
export const malformed = (error: unknown) =>
  error instanceof Error && /multipart|terminated early|Malformed/i.test(error.message)
    ? new CallError('malformed_body', { cause: error })
    : error
