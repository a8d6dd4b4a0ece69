import { limits, listLogs, removeLog } from '@lectern/contracts'
import { type App, adminOf, notFound, rootOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { presentLog } from '../present.ts'

export function logRoutes(app: App, { logs }: Pick<Context, 'logs'>) {
  app.route({
    ...listLogs,
    handler: async (request) => {
      const { orgId, isRoot } = adminOf(request)
      const found = await logs.list(orgId, request.query)
      return { items: found.map(presentLog), amount: limits.pageSize, is_root: isRoot }
    },
  })

  app.route({
    ...removeLog,
    handler: async (request) => {
      const { orgId, email } = rootOf(request)
      const removed = await logs.remove(orgId, request.params.id)
      if (!removed) throw notFound()
      // Even this leaves a trace.
      await logs.keep(orgId, {
        _id: crypto.randomUUID(),
        user: email,
        body: `Removed a log entry of ${removed.user}`,
        at: new Date(),
      })
      return { message: 'Removed.' }
    },
  })
}
