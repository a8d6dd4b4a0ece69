import { randomBytes } from 'node:crypto'
import {
  type CheckoutSession,
  type Customer,
  type Invoice,
  list,
  missing,
  type PortalConfiguration,
  type PortalSession,
  type Price,
  type Product,
  type StripeEvent,
  type Subscription,
  wrong,
} from './objects.ts'

const apiVersion = '2026-10-28.endive'
const daySeconds = 86_400
/** After the last try a subscription whose payment failed is canceled. */
const paymentTries = 4
const retryAfterDays = 3

/** The change a portal session asks its customer to confirm. */
export type Confirmation = { subscription: string; price: string; done: string }

export type Shop = ReturnType<typeof createShop>

/** A Stripe account: what it holds, what its customers do, and what time does to it. Whatever changes is told as an event. */
export function createShop(tell: (event: StripeEvent) => void) {
  /** Each customer has a test clock of their own. */
  const skippedSeconds = new Map<string, number>()
  const now = (customer?: string) => Math.floor(Date.now() / 1000) + (skippedSeconds.get(customer ?? '') ?? 0)
  const id = (prefix: string) => `${prefix}_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`
  const customers = new Map<string, Customer>()
  const deletedCustomers = new Set<string>()
  const products = new Map<string, Product>()
  const prices = new Map<string, Price>()
  const subscriptions = new Map<string, Subscription>()
  const invoices = new Map<string, Invoice>()
  const checkouts = new Map<string, CheckoutSession & { wants: { price: string; metadata: Record<string, string> } }>()
  const portals = new Map<string, PortalSession & { confirmation: Confirmation | null }>()
  const configurations = new Map<string, PortalConfiguration>()
  /** Customers whose cards are declined. */
  const declined = new Set<string>()

  const emit = (type: string, object: object) =>
    tell({
      id: id('evt'),
      object: 'event',
      api_version: apiVersion,
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object: structuredClone(object) },
    })

  const common = <Name extends string>(object: Name, prefix: string, metadata: Record<string, string> = {}) => ({
    id: id(prefix),
    object,
    created: now(),
    livemode: false as const,
    metadata,
  })

  const find = <T>(map: Map<string, T>, what: string, key: string): T => {
    const found = map.get(key)
    if (!found) throw missing(what, key)
    return found
  }
  const itemOf = ({ items }: Subscription) => {
    const [item] = items.data
    if (!item) throw new Error('a subscription without an item')
    return item
  }

  /** Charges what is due; what is over goes to the customer's balance. */
  const bill = (subscription: Subscription, amount: number, billing_reason: Invoice['billing_reason']): Invoice => {
    const customer = find(customers, 'customer', subscription.customer)
    const due = Math.max(0, amount + customer.balance)
    customer.balance = Math.min(0, amount + customer.balance)
    const invoice: Invoice = {
      ...common('invoice', 'in'),
      created: now(customer.id),
      customer: customer.id,
      status: 'open',
      currency: 'usd',
      amount_due: due,
      amount_paid: 0,
      attempt_count: 0,
      billing_reason,
      status_transitions: { paid_at: null },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    }
    invoices.set(invoice.id, invoice)
    subscription.latest_invoice = invoice.id
    collect(subscription, invoice)
    return invoice
  }

  const collect = (subscription: Subscription, invoice: Invoice) => {
    invoice.attempt_count++
    if (invoice.amount_due > 0 && declined.has(invoice.customer)) {
      subscription.status = 'past_due'
      emit('invoice.payment_failed', invoice)
    } else {
      Object.assign(invoice, {
        status: 'paid',
        amount_paid: invoice.amount_due,
        status_transitions: { paid_at: now(invoice.customer) },
      })
      subscription.status = 'active'
      emit('invoice.paid', invoice)
    }
  }

  const monthAfter = (seconds: number) => {
    const date = new Date(seconds * 1000)
    const later = new Date(date)
    later.setUTCMonth(date.getUTCMonth() + 1)
    if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
    return Math.floor(later.getTime() / 1000)
  }

  const endNow = (subscription: Subscription) => {
    const at = now(subscription.customer)
    Object.assign(subscription, { status: 'canceled', canceled_at: at, ended_at: at })
    emit('customer.subscription.deleted', subscription)
  }

  /** What is due for one subscription at this moment. */
  const keepTime = (subscription: Subscription) => {
    const item = itemOf(subscription)
    const invoice = subscription.latest_invoice ? invoices.get(subscription.latest_invoice) : null
    if (subscription.status === 'past_due' && invoice?.status === 'open') {
      if (now(subscription.customer) < invoice.created + invoice.attempt_count * retryAfterDays * daySeconds) return
      collect(subscription, invoice)
      if (invoice.attempt_count >= paymentTries && (subscription.status as string) === 'past_due')
        return endNow(subscription)
      emit('customer.subscription.updated', subscription)
    } else if (now(subscription.customer) >= item.current_period_end) {
      if (subscription.cancel_at_period_end) return endNow(subscription)
      item.current_period_start = item.current_period_end
      item.current_period_end = monthAfter(item.current_period_end)
      bill(subscription, item.price.unit_amount, 'subscription_cycle')
      emit('customer.subscription.updated', subscription)
    }
  }

  const shop = {
    now,
    id,
    common,
    find,
    customers,
    deletedCustomers,
    products,
    prices,
    subscriptions,
    invoices,
    checkouts,
    portals,
    configurations,
    declined,

    /** Time passes for a customer, an hour at a time, and does what is due. */
    advance(customerId: string, days: number): void {
      for (let hour = 0; hour < days * 24; hour++) {
        skippedSeconds.set(customerId, (skippedSeconds.get(customerId) ?? 0) + 3600)
        for (const subscription of shop.subscriptionsOf(customerId))
          if (subscription.status !== 'canceled') keepTime(subscription)
      }
    },

    expire(sessionId: string): CheckoutSession {
      const session = find(checkouts, 'checkout.session', sessionId)
      if (session.status !== 'open') throw wrong(`Only Checkout Sessions with a status in ["open"] can be expired.`)
      Object.assign(session, { status: 'expired', url: null })
      emit('checkout.session.expired', session)
      return session
    },

    /** The customer pays on the checkout's page. */
    pay(sessionId: string): Subscription {
      const session = find(checkouts, 'checkout.session', sessionId)
      if (session.status !== 'open') throw wrong('This page is not open any more.')
      const price = find(prices, 'price', session.wants.price)
      const start = now(session.customer)
      const base = { ...common('subscription', 'sub', session.wants.metadata), created: start }
      const subscription: Subscription = {
        ...base,
        customer: session.customer,
        status: 'active',
        cancel_at: null,
        cancel_at_period_end: false,
        canceled_at: null,
        ended_at: null,
        start_date: start,
        currency: 'usd',
        latest_invoice: null,
        items: list(`/v1/subscription_items?subscription=${base.id}`, [
          {
            id: id('si'),
            object: 'subscription_item',
            current_period_start: start,
            current_period_end: monthAfter(start),
            price,
            quantity: 1,
            subscription: base.id,
          },
        ]),
      }
      subscriptions.set(subscription.id, subscription)
      bill(subscription, price.unit_amount, 'subscription_create')
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null, subscription: subscription.id })
      emit('customer.subscription.created', subscription)
      emit('checkout.session.completed', session)
      return subscription
    },

    /** Another price from now on; the difference for the rest of the period is charged, or credited. */
    changePrice(subscriptionId: string, priceId: string): void {
      const subscription = find(subscriptions, 'subscription', subscriptionId)
      const item = itemOf(subscription)
      const price = find(prices, 'price', priceId)
      const left =
        (item.current_period_end - now(subscription.customer)) / (item.current_period_end - item.current_period_start)
      const difference = Math.round((price.unit_amount - item.price.unit_amount) * left)
      item.price = price
      bill(subscription, difference, 'subscription_update')
      emit('customer.subscription.updated', subscription)
    },

    setCanceling(subscriptionId: string, isCanceling: boolean): Subscription {
      const subscription = find(subscriptions, 'subscription', subscriptionId)
      if (subscription.status === 'canceled') throw wrong('A canceled subscription can only update its metadata.')
      Object.assign(subscription, {
        cancel_at_period_end: isCanceling,
        cancel_at: isCanceling ? itemOf(subscription).current_period_end : null,
        canceled_at: isCanceling ? now(subscription.customer) : null,
      })
      emit('customer.subscription.updated', subscription)
      return subscription
    },

    endNow(subscriptionId: string): Subscription {
      const subscription = find(subscriptions, 'subscription', subscriptionId)
      if (subscription.status === 'canceled') throw missing('subscription', subscriptionId)
      endNow(subscription)
      return subscription
    },

    /** A card that works: what is open is paid. */
    renewCard(customerId: string): void {
      declined.delete(customerId)
      for (const subscription of shop.subscriptionsOf(customerId)) {
        const invoice = subscription.latest_invoice ? invoices.get(subscription.latest_invoice) : null
        if (subscription.status !== 'past_due' || !invoice) continue
        collect(subscription, invoice)
        emit('customer.subscription.updated', subscription)
      }
    },

    removeCustomer(customerId: string): void {
      const customer = find(customers, 'customer', customerId)
      for (const subscription of shop.subscriptionsOf(customerId))
        if (subscription.status !== 'canceled') endNow(subscription)
      customers.delete(customerId)
      deletedCustomers.add(customerId)
      emit('customer.deleted', customer)
    },

    subscriptionsOf: (customerId: string): Subscription[] =>
      [...subscriptions.values()].filter(({ customer }) => customer === customerId).reverse(),
  }
  return shop
}
