import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { describeCalls, type OpenApi } from '@lectern/contracts/openapi'

/** How an app tells of its calls: from their schemas, completed with what all calls have in common. */
export const openApi = (title: string): FastifyDynamicSwaggerOptions => ({
  openapi: { openapi: '3.1.0', info: { title, version: '1' } },
  hideUntagged: true,
  transformObject: (made) => describeCalls(('openapiObject' in made ? made.openapiObject : made) as OpenApi),
})
