import { adminHealth } from '@lectern/contracts'
import { type App, CallError } from '@lectern/service'
import type { Context } from '../app.ts'

/** How the platform is, for who looks after it. */
export async function healthRoutes(app: App, { config, limits, readBrowser, health }: Context) {
  app.route({
    ...adminHealth,
    handler: async (request, reply) => {
      await limits.byAddress(request.ip)
      const { session } = await readBrowser(request)
      if (!session) throw new CallError('unauthenticated')
      if (!session.isRoot) throw new CallError('forbidden')
      const { services, engines } = await health()
      reply.header('cache-control', 'no-store')
      return { services, engines, grafana_url: config.GRAFANA_URL ?? null }
    },
  })
}
