import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Shop } from './shop.ts'

const page = (title: string, rows: string[], actions: string[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<body style="font:16px/1.6 sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem"><h1>${title}</h1>
<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>${actions.join(' ')}</body></html>`
const button = (action: string, label: string) =>
  `<form method="post" action="${action}" style="display:inline"><button>${label}</button></form>`
const link = (href: string, label: string) => `<a href="${href}">${label}</a>`
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** The pages that customers see: where they pay, and where they manage what they pay. False where a path is none of them. */
export function showPage(shop: Shop, { method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const [, kind, id = '', action] = url.split('?')[0]?.split('/') ?? []
  const show = (html: string) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  const goTo = (location: string) => response.writeHead(303, { location }).end()

  if (kind === 'checkout') {
    const session = shop.find(shop.checkouts, 'checkout.session', id)
    if (method === 'POST' && action === 'pay') {
      shop.pay(id)
      goTo(session.success_url.replace('{CHECKOUT_SESSION_ID}', id))
    } else if (session.status !== 'open') show(page('This page has expired', [], [link(session.cancel_url, 'Back')]))
    else {
      const { unit_amount, product } = shop.find(shop.prices, 'price', session.wants.price)
      const { name } = shop.find(shop.products, 'product', product)
      const actions = [button(`/checkout/${id}/pay`, 'Subscribe'), link(session.cancel_url, 'Back')]
      show(page(`Subscribe to ${name}`, [`${dollars(unit_amount)} per month`], actions))
    }
    return true
  }

  if (kind === 'portal') {
    const { customer, return_url, confirmation } = shop.find(shop.portals, 'portal session', id)
    const [subscription] = shop.subscriptionsOf(customer).filter(({ status }) => status !== 'canceled')
    if (method === 'POST') {
      if (action === 'confirm' && confirmation) shop.changePrice(confirmation.subscription, confirmation.price)
      if (action === 'cancel' && subscription) shop.setCanceling(subscription.id, true)
      if (action === 'renew' && subscription) shop.setCanceling(subscription.id, false)
      if (action === 'card') shop.renewCard(customer)
      goTo(action === 'confirm' && confirmation ? confirmation.done : `/portal/${id}`)
      return true
    }
    const [item] = subscription?.items.data ?? []
    const rows = item
      ? [`${dollars(item.price.unit_amount)} per month`, subscription?.cancel_at ? 'Ends with its period' : 'Renews']
      : ['No subscription']
    const actions = confirmation
      ? [button(`/portal/${id}/confirm`, 'Confirm')]
      : [
          subscription?.cancel_at
            ? button(`/portal/${id}/renew`, 'Renew plan')
            : button(`/portal/${id}/cancel`, 'Cancel plan'),
          button(`/portal/${id}/card`, 'Update card'),
        ]
    show(
      page(confirmation ? 'Confirm your update' : 'Your subscription', rows, [...actions, link(return_url, 'Return')]),
    )
    return true
  }
  return false
}
