import { dateFormat, listSessions, revokeSession } from '@lectern/contracts'
import { type App, endSession, notFound, sessionHandle, listSessions as sessionsOf, userOf } from '@lectern/service'
import type { Context } from '../app.ts'

export function sessionRoutes(app: App, { redis, config: { NAMESPACE } }: Pick<Context, 'redis' | 'config'>) {
  app.route({
    ...listSessions,
    handler: async (request) => {
      const { userId, sessionId } = userOf(request)
      const sessions = await sessionsOf(redis, NAMESPACE, userId)
      return {
        items: sessions.map(({ id, session: { agent = '', startedAt } }) => {
          const started = new Date(startedAt ?? 0)
          return {
            id: sessionHandle(id),
            is_current: id === sessionId,
            agent,
            date_format: dateFormat(started),
            created_at: started.toISOString(),
          }
        }),
      }
    },
  })

  app.route({
    ...revokeSession,
    handler: async (request) => {
      const { userId } = userOf(request)
      const sessions = await sessionsOf(redis, NAMESPACE, userId)
      const session = sessions.find(({ id }) => sessionHandle(id) === request.params.id)
      if (!session) throw notFound()
      await endSession(redis, NAMESPACE, session.id, userId)
      return { message: 'Logged out there.' }
    },
  })
}
