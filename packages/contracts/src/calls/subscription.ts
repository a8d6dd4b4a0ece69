import { type Static, Type } from 'typebox'
import { defineCall, MessageAnswer, Nullable, Timestamp } from './common.ts'
import { Plan } from './plans.ts'

const tags = ['Plans']

/** What an organization pays for. On the free plan there is no subscription: its id and its period are null. */
export const Subscription = Type.Object({
  plan: Nullable(Plan),
  id: Nullable(Type.String()),
  price: Nullable(Type.Number({ description: 'What is paid a month, in dollars, whatever plan was given by hand' })),
  current_period_start: Nullable(Timestamp),
  current_period_end: Nullable(Timestamp),
  status: Type.Union([Type.Literal('active'), Type.Literal('canceled')], {
    description: 'canceled: it ends with its period',
  }),
  is_canceled: Type.Boolean({ description: 'It ends with its period' }),
  pay_until: Nullable(
    Type.String({ format: 'date-time', description: 'A payment failed; the plan stays until then, ISO 8601, UTC' }),
  ),
})
export type Subscription = Static<typeof Subscription>

export const checkSubscription = defineCall({
  method: 'POST',
  url: '/api/w/stripe/check',
  schema: { summary: "Read your organization's subscription", tags, response: { 200: Subscription } },
})

export const manageSubscription = defineCall({
  method: 'POST',
  url: '/api/w/stripe/manage',
  schema: {
    summary: "Open the payment provider's page for your subscription (admins)",
    tags,
    response: { 200: Type.Object({ portal_url: Type.String() }) },
  },
})

export const cancelSubscription = defineCall({
  method: 'POST',
  url: '/api/w/stripe/cancel',
  schema: {
    summary: 'End your subscription with its period (admins)',
    tags,
    response: { 200: MessageAnswer },
  },
})

export const startCheckout = defineCall({
  method: 'POST',
  url: '/api/w/stripe/checkout',
  schema: {
    summary: 'Begin to pay for a plan (admins)',
    tags,
    body: Type.Object({ plan_id: Type.Integer() }),
    response: { 200: Type.Object({ checkout_url: Type.String() }) },
  },
})

export const checkoutStatus = defineCall({
  method: 'POST',
  url: '/api/w/stripe/status',
  schema: {
    summary: 'Read whether a checkout was completed',
    tags,
    body: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 255 }) }),
    response: {
      200: Type.Object({
        status: Type.Union([Type.Literal('open'), Type.Literal('complete'), Type.Literal('expired')]),
      }),
    },
  },
})

/** Stripe's own calls; each is signed, and its body is read as the bytes it is. */
export const receiveWebhook = defineCall({
  method: 'POST',
  url: '/api/stripe/webhook',
  schema: {
    summary: 'Receive a signed message of the payment provider',
    tags,
    response: { 200: Type.Object({ received: Type.Literal(true) }) },
  },
})
