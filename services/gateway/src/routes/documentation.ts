import swaggerUi from '@fastify/swagger-ui'
import type { OpenApi } from '@lectern/contracts/openapi'
import type { App } from '@lectern/service'
import type { Context } from '../app.ts'
import { mergeDocuments } from '../merge-documents.ts'
import { rememberFor } from '../remember.ts'
import { serviceNames } from '../services.ts'

const withinMs = 2000
const rememberedMs = 10_000
/** The library's page draws itself with styles of its own making. */
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** `/api/docs`: all calls of the product in one document, from what the services tell of themselves. */
export async function documentationRoutes(app: App, { upstream, limits }: Context) {
  const read = async (name: (typeof serviceNames)[number]) => {
    const { status, body } = await upstream.read(name, '/openapi.json', withinMs)
    return status === 200 ? (body as OpenApi) : null
  }
  // A service that is away is missing from the document until it is back.
  const documents = rememberFor(rememberedMs, async () => {
    const found = await Promise.all(serviceNames.map((name) => read(name).catch(() => null)))
    return mergeDocuments([...found.filter((document) => document !== null), app.swagger() as OpenApi])
  })
  let merged: OpenApi = {}

  app.addHook('onRequest', async (request) => limits.byAddress(request.ip))
  app.get('/api/docs/openapi.json', { schema: { hide: true } }, documents)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: { title: 'Lectern: the calls' },
    uiHooks: {
      preHandler: async () => {
        merged = await documents()
      },
    },
    transformSpecification: () => merged,
    transformSpecificationClone: false,
  })
}
