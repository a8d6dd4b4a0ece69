import { readSettings, saveSettings } from '@lectern/contracts'
import { type App, causeOf, notFound, readForm, userOf } from '@lectern/service'
import { addressOf } from '../address-of.ts'
import type { Context } from '../app.ts'
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
}
