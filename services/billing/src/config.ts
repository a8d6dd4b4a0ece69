import { mailSettings } from '@lectern/mail'
import { commonConfig, engineConfig, operatorConfig } from '@lectern/service'
import Type, { type Static } from 'typebox'

const stripeSettings = {
  STRIPE_SECRET_KEY: Type.Optional(
    Type.String({ description: 'Without it nothing can be paid for, and everything else works' }),
  ),
  STRIPE_API_HOST: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Another address that speaks the same protocol' }),
  ),
  STRIPE_TIMEOUT_SECONDS: Type.Number({
    default: 6,
    exclusiveMinimum: 0,
    description: 'Longest wait for an answer of Stripe; there are two more tries',
  }),
}

/** What `npm run stripe:setup` reads. */
export const StripeConfig = Type.Object(stripeSettings)

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
  ...operatorConfig.freeChats,
  ...operatorConfig.publicUrl,
  ...mailSettings,
  ...stripeSettings,
  STRIPE_WEBHOOK_SECRET: Type.Optional(Type.String({ description: "Signs Stripe's messages to /api/stripe/webhook" })),
})
export type Config = Static<typeof Config>
