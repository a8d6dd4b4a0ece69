import type { App } from '@lectern/service'
import type { FastifyReply } from 'fastify'
import type { Context } from '../app.ts'
import { sendPage } from '../compose-page.ts'
import { embeddingSite, mayEmbed } from '../embedding-site.ts'
import { pageHooks } from '../page-hooks.ts'
import { type PageFacts, withMetadata } from '../page-metadata.ts'
import { embedPolicy } from '../security-headers.ts'

/** Pages for everybody: whoever is logged in reads them as a visitor too, and no cookie is set. */
export function publicChatRoutes(app: App, context: Context) {
  const { readChat, pages, composePage, tickets, refused } = context
  pageHooks(app, context)

  const send = (reply: FastifyReply, page: string, facts: Omit<PageFacts, 'session'>) =>
    reply.type('text/html; charset=utf-8').send(withMetadata(page, { ...facts, session: null }))

  app.get('/chat/:organization_id/:unqid', async (request, reply) => {
    const chat = await readChat(request.params)
    if (!chat) reply.code(404)
    const token = chat && (await tickets.issue({ ...idsOf(chat), host: request.host, site: null }))
    const facts = { shell: 'chat' as const, token, publicChat: chat, session: null }
    const { html, policy } = await composePage(await pages.frontend(), facts, chat ? request.url : undefined)
    reply.header('content-security-policy', policy)
    return sendPage(request, reply, html)
  })

  app.get('/embed/:organization_id/:unqid', async (request, reply) => {
    const chat = await readChat(request.params)
    const site = embeddingSite(context, request)
    reply.headers(embedHeaders)
    if (chat && site && !mayEmbed(chat, site)) {
      const { orgId, chatUnqid } = idsOf(chat)
      // What is refused is shown in the frame; nothing of the chat is.
      reply.code(403)
      await refused.count(orgId, chatUnqid, site).catch((err) => request.log.warn({ err }, 'not counted'))
      return send(reply, await pages.panel(), { shell: 'embed', token: null, refused: site })
    }
    if (!chat) reply.code(404)
    else reply.header('content-security-policy', embedPolicy(chat.allowed_domains))
    const token = chat && (await tickets.issue({ ...idsOf(chat), host: request.host, site }))
    return send(reply, await pages.panel(), { shell: 'embed', token, publicChat: chat })
  })
}

/** Pages that isolate themselves load a frame only if it allows for that, and is as careful itself. */
const embedHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

const idsOf = ({ organization, kb }: { organization: { id: number }; kb: { unqid: string } }) => ({
  orgId: organization.id,
  chatUnqid: kb.unqid,
})
