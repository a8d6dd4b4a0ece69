import type { Shell } from '@lectern/contracts'
import type { App } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../app.ts'
import { sendPage } from '../compose-page.ts'
import { pageHooks } from '../page-hooks.ts'
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
  const { readBrowser, pages, composePage } = context
  pageHooks(app, context)

  const show = async (request: FastifyRequest, reply: FastifyReply, browser: Browser, shell: Shell) => {
    const user = userOfBrowser(browser)
    const facts = {
      shell,
      token: tokenOfBrowser(context, browser, reply),
      session: browser.session,
      organization: user && (await context.readOrganization(user)),
    }
    // Screens that show nothing before they have read it begin empty.
    const isDrawn = shell === 'site' ? reply.statusCode === 200 : request.url === '/'
    const { html, policy } = await composePage(await pages.frontend(), facts, isDrawn ? request.url : undefined)
    reply.header('content-security-policy', policy)
    return sendPage(request, reply, html)
  }

  for (const path of sharedPages)
    app.get(path, async (request, reply) => {
      const browser = await readBrowser(request)
      return show(request, reply, browser, browser.session ? 'dashboard' : 'site')
    })
  for (const path of loginPages)
    app.get(path, async (request, reply) => {
      const browser = await readBrowser(request)
      return browser.session ? reply.redirect('/') : show(request, reply, browser, 'site')
    })
  for (const path of sitePages)
    app.get(path, async (request, reply) => show(request, reply, await readBrowser(request), 'site'))
  for (const path of dashboardPages)
    app.get(path, async (request, reply) => {
      const browser = await readBrowser(request)
      return browser.session ? show(request, reply, browser, 'dashboard') : reply.redirect('/login')
    })
  app.get('/*', async (request, reply) => show(request, reply.code(404), await readBrowser(request), 'site'))
}
