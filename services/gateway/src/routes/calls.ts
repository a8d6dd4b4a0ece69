import { type App, CallError, failedAnswer, sendError } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitCall } from '../admit-call.ts'
import type { Context } from '../app.ts'
import { forwardCall } from '../forward-call.ts'
import { targets } from '../services.ts'

/** Every call of the services, by the table of targets. Bodies are not read here: they pass as they come. */
export function callRoutes(app: App, context: Context) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  for (const [prefix, target] of Object.entries(targets)) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      forwardCall(context, request, reply, target, await admitCall(context, request, target))
    // What others than browsers call is one address and no more.
    for (const url of target.signed ? [prefix] : [prefix, `${prefix}/*`])
      app.route({
        method: target.signed ? 'POST' : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        handler,
        ...(target.visitors && {
          errorHandler: (error, request, reply) => sendError(error, request, reply, failedAnswer),
        }),
      })
  }

  app.all('/api', unknown)
  app.all('/api/*', unknown)
}

const unknown = async () => {
  throw new CallError('not_found')
}
