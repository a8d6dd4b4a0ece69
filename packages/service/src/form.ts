import { finished } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import { fieldMessages, limits } from '@lectern/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { CallError, invalid } from './errors.ts'
import { userOf } from './identity.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The picture of a form that was read by `readForm`. */
    image: Buffer | null
  }
}

const drainWithinMs = 60_000
const formLimits = {
  files: 1,
  fileSize: limits.imageBytes,
  fields: 30,
  fieldSize: 64 * 1024,
  parts: 31,
  headerPairs: 50,
}

/** For services whose calls take forms, with one picture at most. */
export const formPlugin = fp(async (app) => {
  await app.register(multipart, { limits: formLimits, throwFileSizeLimit: false })
  app.decorateRequest('image', null)
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart() || request.routeOptions.schema?.consumes?.includes('multipart/form-data')) return
    await drain(request, reply)
    throw new CallError('unsupported_body', { message: 'Send this as JSON.' })
  })
})

/**
 * Makes the fields of a signed-in user's multipart form the request's body, as if it had come as JSON, and the file of
 * its part `image` the request's image.
 * @throws CallError unauthenticated, body_too_large, malformed_body, invalid
 */
export async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return
  userOf(request)
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        // A form sends its picture's part empty when none was chosen.
        const bytes = await part.toBuffer()
        if (part.file.truncated) throw invalid({ [part.fieldname]: [fieldMessages.imageLarge] })
        if (part.fieldname === 'image' && bytes.length > 0) request.image = bytes
      } else if (part.valueTruncated) throw new CallError('body_too_large')
      else if (part.fieldname !== 'image') fields[part.fieldname] = part.value
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
