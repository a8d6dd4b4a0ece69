import { deleteAccount, readSettings, saveSettings } from '@lectern/contracts'
import { type App, causeOf, notFound, readForm, userOf } from '@lectern/service'
import { addressOf } from '../address-of.ts'
import type { Context } from '../app.ts'
import * as deletion from '../delete-user.ts'
import * as settings from '../save-settings.ts'

export function settingsRoutes(app: App, context: Context) {
  app.route({
    ...readSettings,
    handler: async (request) => {
      const { orgId, userId } = userOf(request)
      const user = await context.users.find(orgId, userId)
      if (!user) throw notFound()
      return { user: { name: user.name, email: user.email } }
    },
  })

  app.route({
    ...saveSettings,
    preValidation: readForm,
    handler: async (request) => {
      const user = userOf(request)
      const saved = await settings.saveSettings(context, user, request.body, addressOf(request), causeOf(request))
      return { message: saved.changedPassword ? 'Your password is changed.' : 'Saved.' }
    },
  })

  app.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const { current_password: password } = request.body
      await deletion.deleteAccount(context, userOf(request), password, addressOf(request), causeOf(request))
      reply.header('set-cookie', context.cookie.serialize('', 0))
      return { url: '/', message: 'Your account is deleted.' }
    },
  })
}
