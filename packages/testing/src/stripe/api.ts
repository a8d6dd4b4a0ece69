import { type Form, firstOf, listOf, partOf, shownPart, textOf, textsOf } from './form.ts'
import { type CheckoutSession, list, type Price, wrong } from './objects.ts'
import type { Shop } from './shop.ts'

type Call = { id: string; form: Form; url: string }
type Handler = (call: Call) => object

const isTrue = (form: Form, name: string) => textOf(form, name) === 'true'

function needed(form: Form, name: string): string {
  const value = textOf(form, name)
  if (value === null) throw wrong(`Missing required param: ${name}.`)
  return value
}

/** Which prices may be changed to is not shown, by Stripe neither. */
function shownFeatures(form: Form): object {
  const { subscription_update, ...features } = partOf(form, 'features')
  const { products: _hidden, ...update } = typeof subscription_update === 'object' ? subscription_update : {}
  return shownPart({ ...features, subscription_update: update }) as object
}

/** Stripe's calls by method and path; `:id` is any id. */
export function apiCalls(shop: Shop, pagesUrl: () => string): Record<string, Handler> {
  const { customers, products, prices, subscriptions, invoices, checkouts, portals, configurations, common, find } =
    shop

  const shownCheckout = ({ wants: _wants, ...session }: CheckoutSession & { wants: object }) => session

  return {
    'POST /v1/customers': ({ form }) => {
      const customer = {
        ...common('customer', 'cus', textsOf(form, 'metadata')),
        email: textOf(form, 'email'),
        name: null,
        balance: 0,
      }
      customers.set(customer.id, customer)
      return customer
    },
    'GET /v1/customers/:id': ({ id }) =>
      shop.deletedCustomers.has(id) ? { id, object: 'customer', deleted: true } : find(customers, 'customer', id),
    'DELETE /v1/customers/:id': ({ id }) => {
      shop.removeCustomer(id)
      return { id, object: 'customer', deleted: true }
    },

    'POST /v1/products': ({ form }) => {
      const id = textOf(form, 'id') ?? shop.id('prod')
      if (products.has(id)) throw wrong(`Product already exists with id ${id}`)
      const product = {
        ...common('product', 'prod', textsOf(form, 'metadata')),
        id,
        active: true,
        name: needed(form, 'name'),
        description: textOf(form, 'description'),
      }
      products.set(id, product)
      return product
    },
    'GET /v1/products/:id': ({ id }) => find(products, 'product', id),
    'POST /v1/products/:id': ({ id, form }) => {
      const product = find(products, 'product', id)
      return Object.assign(product, {
        name: textOf(form, 'name') ?? product.name,
        description: textOf(form, 'description') ?? product.description,
        active: form.active === undefined ? product.active : isTrue(form, 'active'),
      })
    },
    'POST /v1/prices': ({ form }) => {
      const lookup_key = textOf(form, 'lookup_key')
      const before = [...prices.values()].find((each) => each.lookup_key !== null && each.lookup_key === lookup_key)
      if (before && !isTrue(form, 'transfer_lookup_key')) throw wrong('A price already uses that lookup key.')
      if (before) before.lookup_key = null
      const price: Price = {
        ...common('price', 'price', textsOf(form, 'metadata')),
        active: true,
        currency: needed(form, 'currency'),
        unit_amount: Number(needed(form, 'unit_amount')),
        product: find(products, 'product', needed(form, 'product')).id,
        lookup_key,
        type: 'recurring',
        recurring: { interval: needed(partOf(form, 'recurring'), 'interval'), interval_count: 1 },
      }
      prices.set(price.id, price)
      return price
    },
    'GET /v1/prices': ({ form, url }) => {
      const wanted = listOf(form, 'lookup_keys')
      return list(
        url,
        [...prices.values()].filter(({ lookup_key }) => wanted.length === 0 || wanted.includes(lookup_key ?? '')),
      )
    },

    'POST /v1/checkout/sessions': ({ form }) => {
      const { id: customer } = find(customers, 'customer', needed(form, 'customer'))
      const { id: price } = find(prices, 'price', needed(firstOf(form, 'line_items'), 'price'))
      const base = common('checkout.session', 'cs_test', textsOf(form, 'metadata'))
      const session = {
        ...base,
        mode: 'subscription' as const,
        status: 'open' as const,
        payment_status: 'unpaid' as const,
        customer,
        client_reference_id: textOf(form, 'client_reference_id'),
        subscription: null,
        url: `${pagesUrl()}/checkout/${base.id}`,
        success_url: needed(form, 'success_url'),
        cancel_url: needed(form, 'cancel_url'),
        expires_at: Number(textOf(form, 'expires_at') ?? shop.now() + 86_400),
        wants: { price, metadata: textsOf(partOf(form, 'subscription_data'), 'metadata') },
      }
      if (session.expires_at < shop.now() + 1800) throw wrong('expires_at must be at least 30 minutes from now.')
      checkouts.set(session.id, session)
      return shownCheckout(session)
    },
    'GET /v1/checkout/sessions/:id': ({ id }) => shownCheckout(find(checkouts, 'checkout.session', id)),
    'POST /v1/checkout/sessions/:id/expire': ({ id }) => {
      shop.expire(id)
      return shownCheckout(find(checkouts, 'checkout.session', id))
    },

    'GET /v1/billing_portal/configurations': ({ url }) => list(url, [...configurations.values()]),
    'POST /v1/billing_portal/configurations': ({ form }) => {
      const base = common('billing_portal.configuration', 'bpc', textsOf(form, 'metadata'))
      const configuration = { ...base, active: true, features: shownFeatures(form) }
      configurations.set(base.id, configuration)
      return configuration
    },
    'POST /v1/billing_portal/configurations/:id': ({ id, form }) => {
      const configuration = find(configurations, 'configuration', id)
      return Object.assign(configuration, {
        features: shownFeatures(form),
        metadata: { ...configuration.metadata, ...textsOf(form, 'metadata') },
      })
    },
    'POST /v1/billing_portal/sessions': ({ form }) => {
      const { metadata: _none, ...base } = common('billing_portal.session', 'bps')
      const flow = partOf(form, 'flow_data')
      const confirm = partOf(flow, 'subscription_update_confirm')
      const after = partOf(partOf(flow, 'after_completion'), 'redirect')
      const configuration = textOf(form, 'configuration') ?? [...configurations.keys()][0]
      if (!configuration) throw wrong('No configuration provided and your default configuration has not been created.')
      const session = {
        ...base,
        customer: find(customers, 'customer', needed(form, 'customer')).id,
        configuration: find(configurations, 'configuration', configuration).id,
        return_url: needed(form, 'return_url'),
        url: `${pagesUrl()}/portal/${base.id}`,
        flow: textOf(flow, 'type') ? { type: needed(flow, 'type') } : null,
      }
      const confirmation = textOf(confirm, 'subscription') && {
        subscription: find(subscriptions, 'subscription', needed(confirm, 'subscription')).id,
        price: find(prices, 'price', needed(firstOf(confirm, 'items'), 'price')).id,
        done: textOf(after, 'return_url') ?? session.return_url,
      }
      portals.set(session.id, { ...session, confirmation: confirmation || null })
      return session
    },

    'GET /v1/subscriptions': ({ form, url }) => {
      const customer = textOf(form, 'customer')
      if (customer && !shop.deletedCustomers.has(customer)) find(customers, 'customer', customer)
      const found = customer ? shop.subscriptionsOf(customer) : [...subscriptions.values()]
      const isAll = textOf(form, 'status') === 'all'
      return list(
        url,
        found.filter(({ status }) => isAll || status !== 'canceled'),
      )
    },
    'GET /v1/subscriptions/:id': ({ id }) => find(subscriptions, 'subscription', id),
    'POST /v1/subscriptions/:id': ({ id, form }) => shop.setCanceling(id, isTrue(form, 'cancel_at_period_end')),
    'DELETE /v1/subscriptions/:id': ({ id }) => shop.endNow(id),

    'GET /v1/invoices': ({ form, url }) => {
      const [customer, status] = [textOf(form, 'customer'), textOf(form, 'status')]
      const found = [...invoices.values()].reverse()
      return list(
        url,
        found.filter((each) => (!customer || each.customer === customer) && (!status || each.status === status)),
      )
    },
  }
}
