import { request } from 'undici'
import { type AddressGuard, createGuard, parseAddress } from './address-guard.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { asWebError } from './network-error.ts'
import { acceptedEncodings, readBounded, tooLarge } from './read-bounded.ts'
import type { WebOptions } from './settings.ts'
import { WebError } from './web-error.ts'

export type Headers = Record<string, string | undefined>

export type Request = {
  headers?: Record<string, string>
  maxBytes: number
  cut?: boolean
  /** Longest time for the whole of it, in milliseconds. */
  totalMs: number
  signal?: AbortSignal
  /** Looks at the headers before the body is read; may throw. */
  inspect?: (headers: Headers) => void
}

export type Answer =
  | { status: 'ok'; url: URL; headers: Headers; body: Buffer }
  | { status: 'unchanged'; url: URL; headers: Headers }
  | { status: 'moved'; url: URL; to: URL }

/** Sends guarded requests. */
export type Client = {
  readonly robotName: string
  /** One request; redirects are not followed. @throws WebError, or the reason of `signal` */
  get(url: URL, request: Request): Promise<Answer>
  close(): Promise<void>
}

const connectMs = 10_000
const defaultIdleMs = 15_000
const wanted = 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/pdf;q=0.9,*/*;q=0.5'
const dumpedBytes = 64 * 1024

export function createClient({ userAgent = 'Lectern/1.0', from, allowedHosts, resolve }: WebOptions, idleMs?: number) {
  const guard = createGuard(allowedHosts, resolve)
  const agent = createGuardedAgent(guard, { connectMs, idleMs: idleMs ?? defaultIdleMs })
  const named = { 'user-agent': userAgent, ...(from && { from }) }

  const client: Client = {
    robotName: userAgent.split('/')[0] ?? userAgent,
    async get(url, { headers, signal, totalMs, ...how }) {
      const deadline = AbortSignal.timeout(totalMs)
      const both = signal ? AbortSignal.any([signal, deadline]) : deadline
      try {
        return await getOnce(agent, guard, url, { ...how, signal: both, headers: { ...named, ...headers } })
      } catch (error) {
        signal?.throwIfAborted()
        throw asWebError(deadline.aborted && !(error instanceof WebError) ? deadline.reason : error)
      }
    },
    close: () => agent.destroy(),
  }
  return client
}

type Once = Omit<Request, 'totalMs'> & { signal: AbortSignal }

async function getOnce(
  dispatcher: ReturnType<typeof createGuardedAgent>,
  guard: AddressGuard,
  url: URL,
  { headers: asked, inspect, signal, ...bounds }: Once,
): Promise<Answer> {
  guard.check(url)
  const sent = request(url, {
    dispatcher,
    signal,
    headers: { accept: wanted, 'accept-encoding': acceptedEncodings, ...asked },
  })
  // The signal is heard by the request only once it is connected.
  const response = await unlessAborted(sent, signal)
  const { statusCode: status, body } = response
  const headers = single(response.headers)
  // What is thrown away must not bring the process down when it breaks off.
  body.on('error', () => {})
  try {
    if (status === 304 && (asked?.['if-none-match'] || asked?.['if-modified-since'])) {
      return { status: 'unchanged', url, headers }
    }
    if ([301, 302, 303, 307, 308].includes(status) && headers.location) {
      const to = parseAddress(headers.location, url)
      guard.check(to)
      return { status: 'moved', url, to }
    }
    if (status !== 200 && status !== 203) throw refusal(status, headers)
    inspect?.(headers)
    if (!bounds.cut && Number(headers['content-length']) > bounds.maxBytes) throw tooLarge(bounds.maxBytes)
    const content = await readBounded(body, headers['content-encoding'] ?? '', { ...bounds, signal })
    return { status: 'ok', url, headers, body: content }
  } finally {
    if (!body.readableEnded && !body.destroyed) body.dump({ limit: dumpedBytes, signal }).catch(() => {})
  }
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function refusal(status: number, headers: Headers): WebError {
  const retryAfterMs = headers['retry-after'] ? waitOf(headers['retry-after']) : undefined
  const cause = new Error(`the site answered ${status}`)
  if (status === 404 || status === 410) return new WebError('not_found', { status, cause })
  if ([401, 402, 403, 407, 451].includes(status)) return new WebError('refused', { status, cause })
  const temporary = status === 408 || status === 425 || status === 429 || status >= 500
  if (temporary) return new WebError('server_error', { status, retryAfterMs, cause })
  return new WebError('server_error', {
    message:
      'The site answered with an error. Check the address, or save the page from your browser and upload the file.',
    temporary,
    status,
    cause,
  })
}

/** Retry-After is a number of seconds or a date. */
function waitOf(value: string): number | undefined {
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** The first of each header; none that counts here may come twice. */
function single(headers: Record<string, string | string[] | undefined>): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))
}
