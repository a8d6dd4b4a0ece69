import { limits, receiveWebhook } from '@lectern/contracts'
import { type App, CallError, causeOf } from '@lectern/service'
import type { Context } from '../app.ts'
import * as webhook from '../receive-webhook.ts'

/** Registered in a scope of its own: only here bodies are kept as the bytes that were signed. */
export function webhookRoutes(app: App, context: Context) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.webhookBytes }, (_request, body, done) =>
    done(null, body),
  )

  app.route({
    ...receiveWebhook,
    handler: async (request) => {
      if (!context.openWebhook) throw new CallError('payment_not_set_up')
      const message = context.openWebhook(request.body as Buffer, String(request.headers['stripe-signature'] ?? ''))
      await webhook.receiveWebhook(context, message, causeOf(request))
      return { received: true as const }
    },
  })
}
