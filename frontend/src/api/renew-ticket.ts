import { renewTicket as call } from '@lectern/contracts'
import { replaceToken } from '../app/page.ts'
import { type AnswerOf, toRequest } from './call.ts'
import { isFailure, toFailure, tooSlow, unreachable } from './failure.ts'
import { requestHeaders } from './headers.ts'

/** The public chat that a page's ticket opens. */
export type PublicPage = { organizationId: number; unqid: string }

const timeout = 15_000

/**
 * Puts a fresh ticket into an open public chat page.
 * @returns how long it holds, in seconds
 * @throws Failure
 */
export async function renewTicket({ organizationId, unqid }: PublicPage, origin = ''): Promise<number> {
  const { method, url } = toRequest(call, { params: { organization_id: organizationId, unqid } })
  try {
    const response = await fetch(origin + url, {
      method,
      headers: requestHeaders(),
      signal: AbortSignal.timeout(timeout),
    })
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw toFailure(response.status, body)
    const { ticket, expires_in } = body as AnswerOf<typeof call>
    replaceToken(ticket)
    return expires_in
  } catch (error) {
    if (isFailure(error)) throw error
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw { status: 0, message: late ? tooSlow : unreachable, code: '', errors: {} }
  }
}
