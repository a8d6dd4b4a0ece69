import { limits, renewTicket } from '@lectern/contracts'
import { type App, CallError } from '@lectern/service'
import { tokenOfPage } from '../admit-call.ts'
import type { Context } from '../app.ts'
import { mayEmbed } from '../embedding-site.ts'

/** A page that slept for longer is to be loaded anew. */
const lateSeconds = 24 * 3600

/**
 * A fresh ticket for an open public chat page. The page proves itself by an earlier ticket for the same chat and host,
 * sent where the CSRF token goes; one that ended within the last day will do, since computers sleep and networks fail.
 */
export function ticketRoutes(app: App, { tickets, readChat, limits: { byAddress } }: Context) {
  app.route({
    ...renewTicket,
    handler: async (request, reply) => {
      await byAddress(request.ip)
      const { organization_id: orgId, unqid } = request.params
      const earlier = await tickets.read(tokenOfPage(request), request.host, lateSeconds)
      if (earlier?.orgId !== orgId || earlier.chatUnqid !== unqid) throw new CallError('page_outdated')
      // The owner may have changed which sites show the chat.
      const chat = earlier.site && (await readChat(request.params))
      if (chat && !mayEmbed(chat, earlier.site)) throw new CallError('embed_refused')
      reply.header('cache-control', 'no-store')
      return { ticket: await tickets.issue(earlier), expires_in: limits.ticketSeconds }
    },
  })
}
