import type { Shell } from '@lectern/contracts'
import type { App } from '@lectern/service'
import type { FastifyReply } from 'fastify'
import type { Context } from '../app.ts'
import { pageHooks } from '../page-hooks.ts'
import { withMetadata } from '../page-metadata.ts'
import { type Browser, userOfBrowser } from '../read-session.ts'
import { tokenOfBrowser } from '../token-of-browser.ts'

/** Everybody's: inside the dashboard for who is logged in. */
const sharedPages = ['/', '/plans']
const loginPages = ['/login', '/signup']
const sitePages = ['/forgot-password', '/renew-password', '/renew-password/:id', '/support', '/about']
const dashboardPages = [
  '/admin',
  '/chats',
  '/chats/:id',
  '/chat',
  '/chat/:id',
  '/chat-logs',
  '/chat-logs/:id',
  '/organization',
  '/users',
  '/logs',
  '/settings',
  '/help',
]

/** Every page: the one built file, told by its metadata which shell it is and who reads it. */
export function pageRoutes(app: App, context: Context) {
  const { readBrowser, pages } = context
  pageHooks(app, context)

  const show = async (reply: FastifyReply, browser: Browser, shell: Shell) => {
    const user = userOfBrowser(browser)
    const page = withMetadata(await pages.frontend(), {
      shell,
      token: tokenOfBrowser(context, browser, reply),
      session: browser.session,
      organization: user && (await context.readOrganization(user)),
    })
    return reply.type('text/html; charset=utf-8').send(page)
  }

  for (const path of sharedPages)
    app.get(path, async (request, reply) => {
      const browser = await readBrowser(request)
      return show(reply, browser, browser.session ? 'dashboard' : 'site')
    })
  for (const path of loginPages)
    app.get(path, async (request, reply) => {
      const browser = await readBrowser(request)
      return browser.session ? reply.redirect('/') : show(reply, browser, 'site')
    })
  for (const path of sitePages) app.get(path, async (request, reply) => show(reply, await readBrowser(request), 'site'))
  for (const path of dashboardPages)
    app.get(path, async (request, reply) => {
      const browser = await readBrowser(request)
      return browser.session ? show(reply, browser, 'dashboard') : reply.redirect('/login')
    })
  app.get('/*', async (request, reply) => show(reply.code(404), await readBrowser(request), 'site'))
}
