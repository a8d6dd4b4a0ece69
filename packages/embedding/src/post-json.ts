import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddingError } from './embedder.ts'

export type RetryPolicy = { tries: number; timeoutMs: number; firstWaitMs: number; longestWaitMs: number }

type Request = { url: string; headers: Record<string, string>; body: unknown; signal: AbortSignal }

class RetryableError extends EmbeddingError {
  readonly waitMs: number | undefined

  constructor(message: string, waitMs?: number, cause?: unknown) {
    super(message, true, cause)
    this.waitMs = waitMs
  }
}

/**
 * Posts JSON and gives what `read` makes of the answer. What may pass (429, 5xx, no answer in time, an answer that `read`
 * finds temporarily wrong) is tried again after a growing, jittered wait, at least as long as the answer asks for.
 */
export async function postJson<Result>(
  request: Request,
  policy: RetryPolicy,
  read: (answer: unknown) => Result,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return read(await post(request, policy.timeoutMs))
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (!(error instanceof EmbeddingError) || !error.temporary || attempt === policy.tries) throw error
      const grown = Math.min(policy.firstWaitMs * 2 ** (attempt - 1), policy.longestWaitMs)
      const asked = error instanceof RetryableError ? (error.waitMs ?? 0) : 0
      if (asked > policy.longestWaitMs) throw error
      await wait(Math.max(asked, grown * (0.5 + Math.random() / 2)), undefined, { signal: request.signal }).catch(
        () => {
          throw request.signal.reason
        },
      )
    }
  }
}

async function post({ url, headers, body, signal }: Request, timeoutMs: number): Promise<unknown> {
  let status = 0
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    status = response.status
    if (response.ok) return await response.json()
    await response.body?.cancel()
    const message = `The embedding endpoint answered ${status}`
    if (status === 408 || status === 429 || status >= 500) throw new RetryableError(message, retryAfterMs(response))
    throw new EmbeddingError(message, false)
  } catch (error) {
    if (error instanceof EmbeddingError) throw error
    throw new RetryableError(
      status ? 'The embedding endpoint broke off its answer' : 'The embedding endpoint does not answer',
      undefined,
      error,
    )
  }
}

/** Retry-After is a number of seconds or a date. */
function retryAfterMs(response: Response): number | undefined {
  const value = response.headers.get('retry-after')
  if (!value) return undefined
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
