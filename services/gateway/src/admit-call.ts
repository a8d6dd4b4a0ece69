import { visitorPaths } from '@lectern/contracts'
import { CallError, type Identity } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from './app.ts'
import { type Browser, userOfBrowser } from './read-session.ts'
import type { Target } from './services.ts'
import { looksLikeTicket } from './tickets.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
export const isSafe = ({ method }: FastifyRequest): boolean => safeMethods.has(method)

const outdated = () => new CallError('page_outdated')

/** The page's token: a CSRF token, or on public chat pages a ticket. */
export const tokenOfPage = ({ headers }: FastifyRequest): string => String(headers['x-csrf-token'] ?? '')

/**
 * Who asks, once it is clear that the call may pass: within its limits and, where it changes something, from a page of ours.
 * Null for a caller without a session; whether the call needs one is for its service to say.
 * @throws CallError rate_limited, page_outdated, foreign_origin, unauthenticated
 */
export async function admitCall(context: Context, request: FastifyRequest, target: Target): Promise<Identity | null> {
  const { limits, readBrowser } = context
  if (target.signed) {
    await limits.byAddress(request.ip)
    return null
  }
  const [browser] = await Promise.all([readBrowser(request), limits.byAddress(request.ip)])
  if (!isSafe(request)) {
    checkOrigin(context, request)
    const isVisitor = target.visitors === true && looksLikeTicket(tokenOfPage(request))
    if (!isVisitor) checkHolder(request, browser)
    // A script of another site cannot set a header of its own unless it is allowed to.
    if (request.headers['x-requested-with'] !== 'XMLHttpRequest') throw outdated()
    if (isVisitor) return admitVisitor(context, request)
    checkToken(context, request, browser)
  }
  const user = userOfBrowser(browser)
  if (user) await limits.byUser(user.userId)
  return user
}

function checkOrigin({ publicHost }: Context, request: FastifyRequest) {
  const { origin } = request.headers
  if (origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  if (host !== request.host && host !== publicHost) throw new CallError('foreign_origin')
}

/** Where the session has ended, or there never was one, the page needs the login rather than to be read anew. */
function checkHolder({ url }: FastifyRequest, { session, sessionId, guestId }: Browser) {
  if (session || !url.startsWith('/api/w/')) return
  if (sessionId || !guestId) throw new CallError('unauthenticated')
}

/** A ticket makes its bearer the visitor of one chat, whoever else the browser's cookies tell of. */
async function admitVisitor({ tickets, limits }: Context, request: FastifyRequest): Promise<Identity> {
  const ticket = await tickets.read(tokenOfPage(request), request.host)
  if (!ticket) throw outdated()
  const { orgId, chatUnqid } = ticket
  const isMessage = request.url.startsWith(visitorPaths.contact)
  await limits.byVisitor(request.ip, ticket, isMessage ? 'contact' : 'question')
  return { kind: 'visitor', orgId, chatUnqid }
}

function checkToken({ csrf }: Context, request: FastifyRequest, { session, sessionId, guestId }: Browser) {
  const token = tokenOfPage(request)
  const fits =
    session && sessionId
      ? csrf.isTokenOf('session', sessionId, token)
      : guestId && csrf.isTokenOf('guest', guestId, token)
  if (!fits) throw outdated()
}
