import { type FreshTicket, visitorPaths } from '@lectern/contracts'
import { isFailure, toFailure, tooSlow, unreachable } from './failure.ts'
import { replaceToken } from './page-meta.ts'
import { requestHeaders } from './request-headers.ts'

/** The public chat that a page's ticket opens. */
export type PublicPage = { organizationId: number; unqid: string }

const timeout = 15_000

/**
 * Puts a fresh ticket into an open public chat page.
 * @returns how long it holds, in seconds
 * @throws Failure
 */
export async function renewTicket({ organizationId, unqid }: PublicPage, origin = ''): Promise<number> {
  try {
    const response = await fetch(`${origin}${visitorPaths.tickets}/${organizationId}/${encodeURIComponent(unqid)}`, {
      headers: requestHeaders(),
      signal: AbortSignal.timeout(timeout),
    })
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw toFailure(response.status, body)
    const { ticket, expires_in } = body as FreshTicket
    replaceToken(ticket)
    return expires_in
  } catch (error) {
    if (isFailure(error)) throw error
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw late ? tooSlow : unreachable
  }
}
