import { fieldMessages, login, logout, readSettings, register } from '@lectern/contracts'
import { type App, CallError, causeOf, endSession, invalid, notFound, userOf } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../app.ts'
import { isPassword } from '../passwords.ts'
import { registerUser } from '../register-user.ts'
import { renewSession } from '../renew-session.ts'

const normalized = (email: string) => email.trim().toLowerCase()

/** The browser's address as the gateway tells it; `request.ip` is the gateway itself. */
const addressOf = (request: FastifyRequest) => String(request.headers['x-forwarded-for'] ?? request.ip)

export function accountRoutes(app: App, context: Context) {
  app.route({
    ...register,
    handler: async (request, reply) => {
      const { name, password, passwordConfirmation, invite_token } = request.body
      const email = normalized(request.body.email)
      if (password !== passwordConfirmation) throw invalid({ passwordConfirmation: [fieldMessages.passwordsDiffer] })
      if (invite_token) throw invalid({ invite_token: [fieldMessages.invite] })
      await context.limitTries(email, addressOf(request))
      const user = await registerUser(context, { name: name.trim(), email, password }, causeOf(request))
      reply.header('set-cookie', await renewSession(context, request, user))
      return { url: '/', message: 'Welcome to Lectern.' }
    },
  })

  app.route({
    ...login,
    handler: async (request, reply) => {
      const email = normalized(request.body.email)
      await context.limitTries(email, addressOf(request))
      const user = await context.users.findByEmail(email)
      const isRight = await isPassword(request.body.password, user?.passwordHash)
      if (!user || !isRight) throw new CallError('wrong_login')
      reply.header('set-cookie', await renewSession(context, request, user))
      return { url: '/', message: 'Welcome back.' }
    },
  })

  app.route({
    ...logout,
    handler: async (request, reply) => {
      const { identity } = request
      if (identity?.kind === 'user')
        await endSession(context.redis, context.config.NAMESPACE, identity.sessionId, identity.userId)
      reply.header('set-cookie', context.cookie.serialize('', 0))
      return { url: '/login', message: 'You are logged out.' }
    },
  })

  app.route({
    ...readSettings,
    handler: async (request) => {
      const { orgId, userId } = userOf(request)
      const user = await context.users.find(orgId, userId)
      if (!user) throw notFound()
      return { user: { name: user.name, email: user.email } }
    },
  })
}
