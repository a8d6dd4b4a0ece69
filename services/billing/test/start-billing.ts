import assert from 'node:assert/strict'
import type { Subscription } from '@lectern/contracts'
import type { EventPayload } from '@lectern/contracts/events'
import { type Identity, readConfig } from '@lectern/service'
import { asIdentity, startMailbox, startStripe, testBus, testSpace, testUser, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'
import { catalogue } from '../src/catalogue.ts'
import { Config } from '../src/config.ts'
import { setUpStripe } from '../src/set-up-stripe.ts'
import { stripeClient } from '../src/stripe-client.ts'

/** The billing service on the real engines, with a Stripe that is set up, and a mailbox. `isTold` has Stripe's messages come by themselves. */
export async function startBilling({ isTold = true, settings = {} as Record<string, string> } = {}) {
  const space = testSpace()
  const stripe = await startStripe()
  const mailbox = await startMailbox()
  const env: Record<string, string> = {
    ...Object.fromEntries(Object.entries(space.config).map(([name, value]) => [name, String(value)])),
    ...stripe.settings,
    STRIPE_TIMEOUT_SECONDS: '1',
    SMTP_URL: mailbox.url,
    LECTERN_PUBLIC_URL: 'http://lectern.example',
    ...settings,
  }
  const config = readConfig(Config, env)
  const outside = await testBus(space.config, ['subscription.changed', 'plan.changed'])
  await setUpStripe(stripeClient(stripe.settings.STRIPE_SECRET_KEY, config), catalogue(42), () => {})
  const app = await buildApp(config)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await until('billing to be ready', async () => (await fetch(`${url}/ready`)).ok, 60_000)
  const webhook = `${url}/api/stripe/webhook`
  if (isTold) stripe.deliverTo(webhook)
  const db = mongoose.createConnection(space.config.MONGODB_URL, {
    dbName: `${space.namespace.replaceAll('-', '_')}_billing`,
  })
  let nextOrg = 1

  async function call(method: string, path: string, user: Identity | null, body?: object, to = url) {
    const answer = await fetch(to + path, {
      method,
      headers: {
        ...(user ? await asIdentity(user, 'billing') : {}),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
  }

  return {
    space,
    env,
    config,
    stripe,
    mailbox,
    outside,
    url,
    webhook,
    db,
    call,

    /** Another process of the service, which looks after what is due when it starts. */
    async reconcile() {
      const due = new Date()
      const other = await buildApp(config)
      await other.ready()
      const left = () => db.collection('subscribers').countDocuments({ checkAt: { $ne: null, $lte: due } })
      await until('all that is due to be looked after', async () => (await left()) === 0)
      await other.close()
    },

    /** An organization as the others tell of it, and its owner. */
    async found() {
      const orgId = nextOrg++
      const email = `${crypto.randomUUID()}@example.com`
      const userId = crypto.randomUUID()
      const about = { orgId, aggregateId: String(orgId) }
      await outside.send('user.registered', { orgId, aggregateId: userId }, { userId, email, founder: true })
      await outside.send('organization.changed', about, { name: `Organization ${orgId}`, ownerId: userId })
      const owners = db.collection<{ _id: string }>('ownercopies')
      const copies = db.collection<{ _id: string }>('organizationcopies')
      await until(
        'the organization to be known',
        async () => (await owners.findOne({ _id: String(orgId) })) && copies.findOne({ _id: String(orgId) }),
      )
      const user = testUser({ orgId, userId, email })
      const post = (name: string, body?: object, to?: string) => call('POST', `/api/w/stripe/${name}`, user, body, to)
      return {
        orgId,
        email,
        user,
        post,
        check: async () => (await post('check')).body as Subscription,
        plan: async () => (await call('GET', '/api/w/plans', user)).body.plan.name as string,
        /** The page that choosing a plan leads to; its id at Stripe. */
        async choose(planId: number) {
          const { status, body } = await post('checkout', { plan_id: planId })
          assert.equal(status, 200, JSON.stringify(body))
          return idOf(body.checkout_url)
        },
        /** What the others were told of its plan, in order. */
        told: () =>
          outside.received
            .filter((event) => event.type === 'subscription.changed' && event.orgId === orgId)
            .map((event) => ({ ...(event.payload as EventPayload<'subscription.changed'>), actor: event.actor })),
        customers: () =>
          [...stripe.shop.customers.values()].filter(({ metadata }) => metadata.organization_id === String(orgId)),
        subscriptions: () =>
          [...stripe.shop.subscriptions.values()].filter(({ metadata }) => metadata.organization_id === String(orgId)),
      }
    },

    async close() {
      stripe.deliverTo(null)
      await stripe.delivered()
      await app.close()
      await Promise.all([outside.close(), stripe.close(), mailbox.close(), db.close()])
      await space.remove()
    },
  }
}

/** The id in the address of one of Stripe's pages. */
export const idOf = (pageUrl: string): string => new URL(pageUrl).pathname.split('/').at(-1) ?? ''
