import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '@lectern/service'
import type { Context } from '../app.ts'
import { frontendDir } from '../built-files.ts'

/** The files of the built frontend. Those in `assets` carry their content's hash in their names, so they never change. */
export async function assetRoutes(app: App, { config }: Context) {
  const root = frontendDir(config)
  const shared = { index: false as const, dotfiles: 'deny' as const, preCompressed: true, decorateReply: false }
  await app.register(fastifyStatic, {
    ...shared,
    root: join(root, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
  })
  // The rest of the folder is few files; each becomes a route of its own.
  await app.register(fastifyStatic, {
    ...shared,
    root,
    wildcard: false,
    globIgnore: ['index.html', 'assets/**', '**/*.{br,gz}'],
    maxAge: '10m',
  })
}
