/** Stripe's objects as far as they are used, each in Stripe's own shape. Times are in seconds. */
export type Metadata = Record<string, string>
type Common<Name extends string> = { id: string; object: Name; created: number; livemode: false; metadata: Metadata }

export type Customer = Common<'customer'> & { email: string | null; name: null; balance: number }
export type Product = Common<'product'> & { active: boolean; name: string; description: string | null }
export type Price = Common<'price'> & {
  active: boolean
  currency: string
  unit_amount: number
  product: string
  lookup_key: string | null
  type: 'recurring'
  recurring: { interval: string; interval_count: number }
}
export type Item = {
  id: string
  object: 'subscription_item'
  current_period_start: number
  current_period_end: number
  price: Price
  quantity: number
  subscription: string
}
export type Subscription = Common<'subscription'> & {
  customer: string
  status: 'active' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete'
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  start_date: number
  currency: string
  latest_invoice: string | null
  items: List<Item>
}
export type Invoice = Common<'invoice'> & {
  customer: string
  status: 'paid' | 'open' | 'void'
  currency: string
  amount_due: number
  amount_paid: number
  attempt_count: number
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  status_transitions: { paid_at: number | null }
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } }
}
export type CheckoutSession = Common<'checkout.session'> & {
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  customer: string
  client_reference_id: string | null
  subscription: string | null
  url: string | null
  success_url: string
  cancel_url: string
  expires_at: number
}
export type PortalSession = Omit<Common<'billing_portal.session'>, 'metadata'> & {
  customer: string
  configuration: string
  return_url: string
  url: string
  flow: object | null
}
export type PortalConfiguration = Common<'billing_portal.configuration'> & { active: boolean; features: object }

export type List<T> = { object: 'list'; data: T[]; has_more: false; url: string }
export const list = <T>(url: string, data: T[]): List<T> => ({ object: 'list', data, has_more: false, url })

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
  type: string
  data: { object: object }
}

/** What Stripe answers where it does not do what it is asked. */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>

  constructor(status: number, type: string, message: string, code?: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...(code && { code }) } }
    this.headers = headers
  }
}

export const missing = (what: string, id: string) =>
  new StripeProblem(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing')
export const wrong = (message: string) => new StripeProblem(400, 'invalid_request_error', message)
