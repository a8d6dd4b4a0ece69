import { limits, renewTicket } from '@lectern/contracts'
import { type App, CallError } from '@lectern/service'
import { tokenOfPage } from '../admit-call.ts'
import type { Context } from '../app.ts'

/** A page that slept for longer is to be loaded anew. */
const lateSeconds = 3600

/**
 * A fresh ticket for an open public chat page. The page proves itself by an earlier ticket for the same chat and host,
 * sent where the CSRF token goes; one that ended within the last hour will do, since computers sleep and networks fail.
 */
export function ticketRoutes(app: App, { tickets, limits: { byAddress } }: Context) {
  app.route({
    ...renewTicket,
    handler: async (request, reply) => {
      await byAddress(request.ip)
      const { organization_id: orgId, unqid } = request.params
      const earlier = await tickets.read(tokenOfPage(request), request.host, lateSeconds)
      if (earlier?.orgId !== orgId || earlier.chatUnqid !== unqid) throw new CallError('page_outdated')
      reply.header('cache-control', 'no-store')
      return { ticket: await tickets.issue(earlier), expires_in: limits.ticketSeconds }
    },
  })
}
