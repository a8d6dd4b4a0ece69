import { sendVerification, verifyEmail } from '@lectern/contracts'
import { mailEntry } from '@lectern/mail'
import { type App, causeOf, userOf } from '@lectern/service'
import { addressOf } from '../address-of.ts'
import type { Context } from '../app.ts'
import * as verification from '../verify-email.ts'

export function verificationRoutes(app: App, context: Context) {
  const { config, users, mails } = context

  app.route({
    ...verifyEmail,
    handler: async (request, reply) => {
      const isRight = await verification.verifyEmail(context, request.params.token, causeOf(request))
      return reply.redirect(`${config.LECTERN_PUBLIC_URL}/?verified=${isRight ? 1 : 0}`)
    },
  })

  app.route({
    ...sendVerification,
    handler: async (request) => {
      const { orgId, userId, email } = userOf(request)
      await context.limitMails(email, addressOf(request))
      const isSent = await users.mailVerification(orgId, userId, mailEntry('verification'))
      mails.wake()
      return { message: isSent ? 'A mail with a link is on its way.' : 'Your email address is verified already.' }
    },
  })
}
