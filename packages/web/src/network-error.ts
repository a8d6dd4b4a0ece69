import { unknownHost } from './address-guard.ts'
import { WebError } from './web-error.ts'

const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])
const unknownNames = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME'])
const certificateTrouble = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/
// Answers that are not HTTP, or not in the encoding they claim.
const nonsense = /^(HPE_|Z_|ERR_+(BROTLI|ERROR)|UND_ERR_HEADERS_OVERFLOW)/

/** What went wrong on the way to a site, as a `WebError`; anything else is given as it is. */
export function asWebError(error: unknown): unknown {
  if (error instanceof WebError || !(error instanceof Error)) return error
  if (error.name === 'TimeoutError') return new WebError('timeout', { cause: error })
  // All addresses of a host were tried in vain: the first tells as much as the others.
  const first: { name?: string; code?: unknown } | undefined = error instanceof AggregateError ? error.errors[0] : error
  // The parser of HTTP has no code for answers that do not even begin like one.
  const code = first?.name === 'HTTPParserError' ? 'HPE_' : first?.code
  if (typeof code !== 'string') return error
  if (timeouts.has(code)) return new WebError('timeout', { cause: error })
  if (unknownNames.has(code)) return unknownHost(error)
  if (certificateTrouble.test(code)) {
    const message = "The site's certificate is not valid, so nothing can be fetched from it safely."
    return new WebError('unreachable', { message, temporary: false, cause: error })
  }
  return new WebError(nonsense.test(code) ? 'server_error' : 'unreachable', { cause: error })
}
