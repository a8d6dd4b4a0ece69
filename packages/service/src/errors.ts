import { type ErrorCode, errors, type FailedAnswer, type FieldErrors } from '@lectern/contracts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** An error a call answers with: a code of contracts, and what is wrong by field where it is a form's. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: { message?: string; fields?: FieldErrors; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? firstMessage(options.fields) ?? errors[code].message, { cause: options.cause })
    this.name = 'CallError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errors[this.code].status
  }
}

export const notFound = (code: ErrorCode = 'not_found') => new CallError(code)
export const invalid = (fields: FieldErrors) => new CallError('invalid', { fields })

const firstMessage = (fields?: FieldErrors) => (fields ? Object.values(fields)[0]?.[0] : undefined)

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_body',
  FST_FILES_LIMIT: 'body_too_large',
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
}

/** The parser of multipart forms throws plain errors at what it cannot read. */
const formParserMessage = /^Multipart: |of multipart data$|^Malformed part header/

/** Any thrown thing as the error a call answers with; what nobody foresaw is `internal`. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const known = fastifyCodes[code]
  if (known) return new CallError(known, { cause: error })
  if ((statusCode >= 400 && statusCode < 500) || formParserMessage.test((error as Error).message))
    return new CallError('malformed_body', { cause: error })
  if (isTemporary(error)) return new CallError('unavailable', { cause: error, retryAfterSeconds: 2 })
  return new CallError('internal', { cause: error })
}

/** The one JSON shape of every error. */
export const errorBody = (error: CallError) => ({
  message: error.message,
  code: error.code,
  ...(error.fields ? { errors: error.fields } : {}),
})

/** What a question that was refused or failed answers with. */
export const failedAnswer = (error: CallError): FailedAnswer => ({
  err: true,
  ...errorBody(error),
  id: null,
  type: error.code === 'quota_used_up' || error.code === 'daily_cap_reached' ? 'limit' : 'error',
  data: null,
})

/** Logs what is our fault and answers with the error's status; `body` is the shape of the call that failed. */
export function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  body: (error: CallError) => object | string = errorBody,
) {
  const error = asCallError(thrown)
  if (error.status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed')
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(error.retryAfterSeconds))
  return reply.code(error.status).send(body(error))
}

const temporaryNames =
  /^(Mongo(Network|ServerSelection|PoolCleared|WaitQueue|NotConnected|Topology)|Mongoose(ServerSelection)?Error$|KafkaJS(Connection|RequestTimeout|NumberOfRetries)|ConnectionError|NoLivingConnections|TimeoutError|MaxRetriesPerRequest)/
const temporaryCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'ESERVFAIL',
  'ETIMEOUT',
  'UND_ERR_SOCKET',
])

/** Whether an engine was away, so that the same thing may work later. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, temporary, $metadata } = error as Error & {
    code?: unknown
    temporary?: boolean
    $metadata?: { httpStatusCode?: number }
  }
  if (typeof temporary === 'boolean') return temporary
  return (
    ($metadata?.httpStatusCode ?? 0) >= 500 || // of S3
    temporaryNames.test(error.name) ||
    temporaryCodes.has(String(code)) ||
    error.message === 'Command timed out' || // ioredis gives it no name of its own
    (error.cause !== undefined && isTemporary(error.cause))
  )
}
