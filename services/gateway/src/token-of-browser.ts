import { newSessionId } from '@lectern/service'
import type { FastifyReply } from 'fastify'
import type { Context } from './app.ts'
import { type Browser, guestCookieName } from './read-session.ts'

/** The CSRF token of a page for this browser; one that has no cookie yet gets a guest's. */
export function tokenOfBrowser({ csrf, config }: Context, browser: Browser, reply: FastifyReply): string {
  if (browser.session && browser.sessionId) return csrf.tokenOf('session', browser.sessionId)
  const { LECTERN_PUBLIC_URL: publicUrl } = config
  const guestId = browser.guestId ?? newSessionId()
  if (!browser.guestId)
    reply.setCookie(guestCookieName(publicUrl), guestId, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    })
  return csrf.tokenOf('guest', guestId)
}
