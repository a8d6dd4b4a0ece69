import { fieldMessages, login, logout, readInvitation, register } from '@lectern/contracts'
import { type App, CallError, causeOf, endSession, invalid } from '@lectern/service'
import { addressOf, normalized } from '../address-of.ts'
import type { Context } from '../app.ts'
import { findInvite } from '../find-invite.ts'
import { isPassword } from '../passwords.ts'
import { registerUser } from '../register-user.ts'
import { renewSession } from '../renew-session.ts'

export function accountRoutes(app: App, context: Context) {
  app.route({
    ...register,
    handler: async (request, reply) => {
      const { name, password, passwordConfirmation, invite_token } = request.body
      const email = normalized(request.body.email)
      if (password !== passwordConfirmation) throw invalid({ passwordConfirmation: [fieldMessages.passwordsDiffer] })
      await context.limitTries(email, addressOf(request))
      const user = await registerUser(context, { name: name.trim(), email, password, invite_token }, causeOf(request))
      reply.header('set-cookie', await renewSession(context, request, user))
      return { url: '/', message: 'Welcome to Lectern.' }
    },
  })

  app.route({
    ...readInvitation,
    handler: async (request) => {
      const invite = await findInvite(context, request.params.token)
      if (!invite) throw new CallError('invitation_not_found')
      return { invitation: { organization: invite.organizationName, email: invite.email } }
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
}
