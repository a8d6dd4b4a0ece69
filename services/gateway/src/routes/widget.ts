import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { listRefusedSites } from '@lectern/contracts'
import { type App, CallError } from '@lectern/service'
import type { Context } from '../app.ts'
import { widgetDir } from '../built-files.ts'

/** The scripts keep their addresses for ever, so they are asked for anew now and then; browsers need not wait for that. */
const scriptCaching = 'public, max-age=600, stale-while-revalidate=86400'

/** What other sites load, and which of them were refused. */
export async function widgetRoutes(app: App, { config, limits, readBrowser, refused }: Context) {
  const root = widgetDir(config)
  const shared = { index: false as const, dotfiles: 'deny' as const, preCompressed: true, decorateReply: false }
  await app.register(fastifyStatic, {
    ...shared,
    root: join(root, 'assets'),
    prefix: '/widget/v1/assets/',
    immutable: true,
    maxAge: '1y',
  })
  await app.register(fastifyStatic, {
    ...shared,
    root,
    prefix: '/widget/v1/',
    wildcard: false,
    globIgnore: ['*.html', 'assets/**', '**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', scriptCaching)
      // Sites that isolate themselves or check what they load by its hash may have it too.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      reply.header('access-control-allow-origin', '*')
    },
  })

  app.route({
    ...listRefusedSites,
    handler: async (request, reply) => {
      await limits.byAddress(request.ip)
      const { session } = await readBrowser(request)
      if (!session) throw new CallError('unauthenticated')
      reply.header('cache-control', 'no-store')
      return { sites: await refused.list(session.orgId, request.params.unqid) }
    },
  })
}
