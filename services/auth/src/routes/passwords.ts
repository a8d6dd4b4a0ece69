import { fieldMessages, forgotPassword, renewPassword } from '@lectern/contracts'
import { type App, causeOf, invalid } from '@lectern/service'
import { addressOf, normalized } from '../address-of.ts'
import type { Context } from '../app.ts'
import * as change from '../change-password.ts'

export function passwordRoutes(app: App, context: Context) {
  app.route({
    ...forgotPassword,
    handler: async (request) => {
      const email = normalized(request.body.email)
      await context.limitMails(email, addressOf(request))
      await change.askForCode(context, email)
      return { message: 'If there is an account with this address, a mail with a code is on its way.' }
    },
  })

  app.route({
    ...renewPassword,
    handler: async (request) => {
      const { password, passwordConfirmation, token } = request.body
      const email = normalized(request.body.email)
      if (password !== passwordConfirmation) throw invalid({ passwordConfirmation: [fieldMessages.passwordsDiffer] })
      await context.limitTries(email, addressOf(request))
      await change.renewPassword(context, { email, password, token }, causeOf(request))
      return { message: 'Your password is changed. You can log in with it now.' }
    },
  })
}
