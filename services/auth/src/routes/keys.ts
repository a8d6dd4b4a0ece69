import type { App } from '@lectern/service'
import type { Context } from '../app.ts'

/** The public keys that identities are signed with. */
export function keyRoutes(app: App, { config }: Pick<Context, 'config'>) {
  app.get('/.well-known/jwks.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'max-age=300').type('application/json').send(config.LECTERN_JWKS),
  )
}
