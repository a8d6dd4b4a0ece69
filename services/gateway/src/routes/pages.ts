import type { Shell } from '@lectern/contracts'
import { type App, type CallError, errorBody, notFound, sendError } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../app.ts'
import { readChatOfPage } from '../read-chat-of-page.ts'
import { type Browser, userOfBrowser } from '../read-session.ts'
import { contentPolicies } from '../security-headers.ts'
import { tokenOfBrowser, writePage } from '../write-page.ts'

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
const chatPage = '/chat/:organization_id/:unqid'
const embedPage = '/embed/:organization_id/:unqid'

const acceptsHtml = ({ headers }: FastifyRequest) => /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

/** Every page: the one built file, told by its metadata which shell it is and who reads it. */
export function pageRoutes(app: App, context: Context) {
  const { limits, readBrowser, tickets, upstream } = context

  app.addHook('onRequest', async (request, reply) => {
    const isEmbed = request.routeOptions.url === embedPage
    reply.header('content-security-policy', isEmbed ? contentPolicies.embed : contentPolicies.page)
    reply.header('cache-control', 'no-store')
    if (!acceptsHtml(request)) throw notFound()
    await limits.byAddress(request.ip)
  })
  app.setErrorHandler((error, request, reply) => {
    if (!acceptsHtml(request)) return sendError(error, request, reply, errorBody)
    return sendError(error, request, reply.type('text/html; charset=utf-8'), errorPage)
  })

  const show = async (reply: FastifyReply, browser: Browser, shell: Shell) => {
    const user = userOfBrowser(browser)
    const page = await writePage(context, {
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

  // Pages for everybody: whoever is logged in reads them as a visitor too, and no cookie is set.
  const showChat = (shell: 'chat' | 'embed') => async (request: FastifyRequest, reply: FastifyReply) => {
    const publicChat = await readChatOfPage(upstream, request.params)
    if (!publicChat) reply.code(404)
    const ticket = publicChat && {
      orgId: publicChat.organization.id,
      chatUnqid: publicChat.kb.unqid,
      host: request.host,
    }
    const token = ticket && (await tickets.issue(ticket))
    const page = await writePage(context, { shell, token, session: null, publicChat })
    return reply.type('text/html; charset=utf-8').send(page)
  }
  app.get(chatPage, showChat('chat'))
  app.get(embedPage, showChat('embed'))
}

/** All our own texts: nothing in them needs escaping. */
const errorPage = ({ message }: CallError) =>
  `<!doctype html><html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Lectern</title><p>${message}</p></html>`
