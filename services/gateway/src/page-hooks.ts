import { type App, type CallError, errorBody, notFound, sendError } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from './app.ts'
import { contentPolicies, embedPolicy } from './security-headers.ts'

const acceptsHtml = ({ headers }: FastifyRequest) => /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

/** What all pages have in common: they are for whoever reads pages, limited by address, kept by nobody, and so are their errors. */
export function pageHooks(app: App, { limits }: Context) {
  app.addHook('onRequest', async (request, reply) => {
    const isEmbed = request.routeOptions.url?.startsWith('/embed/')
    reply.header('content-security-policy', isEmbed ? embedPolicy([]) : contentPolicies.page)
    reply.header('cache-control', 'no-store')
    if (!acceptsHtml(request)) throw notFound()
    await limits.byAddress(request.ip)
  })
  app.setErrorHandler((error, request, reply) => {
    if (!acceptsHtml(request)) return sendError(error, request, reply, errorBody)
    return sendError(error, request, reply.type('text/html; charset=utf-8'), errorPage)
  })
}

/** All our own texts: nothing in them needs escaping. */
const errorPage = ({ message }: CallError) =>
  `<!doctype html><html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Lectern</title><p>${message}</p></html>`
