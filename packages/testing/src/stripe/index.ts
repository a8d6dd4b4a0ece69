import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../listen.ts'
import { apiCalls } from './api.ts'
import { readForm } from './form.ts'
import { type StripeEvent, StripeProblem } from './objects.ts'
import { showPage } from './pages.ts'
import { createShop } from './shop.ts'

export type { StripeEvent } from './objects.ts'

/**
 * How some calls fail: `busy` is a 429 before anything is done; `fails` a 500 before, `breaks` a 500 after the work is done;
 * `hangs` does the work and never answers; `slow` answers late.
 */
export type StripeFault = {
  call: RegExp
  how: 'busy' | 'fails' | 'breaks' | 'hangs' | 'slow'
  times: number
  ms?: number
}

type Answer = { status: number; body: object }

const secretKey = 'sk_test_stand_in'
const webhookSecret = 'whsec_stand_in'
const deliveries = 5

/**
 * A stand-in for Stripe: an account that speaks its protocol as far as it is used here, keeps what it is told, lets time pass,
 * answers a repeated idempotency key as the real one does, fails as it does, and sends signed messages of what happens.
 */
export async function startStripe() {
  const events: StripeEvent[] = []
  const faults: StripeFault[] = []
  const requests: { call: string; key: string | null }[] = []
  const answered = new Map<string, { asked: string; answer: Promise<Answer> }>()
  let webhook: string | null = null
  let delivering: Promise<unknown> = Promise.resolve()

  const shop = createShop((event) => {
    events.push(event)
    const to = webhook
    if (to) delivering = Promise.all([delivering, deliverUntilTaken(to, event)])
  })
  const calls = apiCalls(shop, () => url)
  const patterns = Object.keys(calls).map((name) => ({
    name,
    pattern: new RegExp(`^${name.replaceAll('/', '\\/').replace(':id', '([^/]+)')}$`),
  }))

  const work = (call: string, path: string, query: string): Answer => {
    const match = patterns.map(({ name, pattern }) => ({ name, found: call.match(pattern) })).find(({ found }) => found)
    const handler = match && calls[match.name]
    if (!handler)
      throw new StripeProblem(404, 'invalid_request_error', `Unrecognized request URL (${call}).`, 'url_invalid')
    return {
      status: 200,
      body: structuredClone(handler({ id: match.found?.[1] ?? '', form: readForm(query), url: path })),
    }
  }

  const asAnswer = (thrown: unknown): Answer => {
    if (thrown instanceof StripeProblem) return { status: thrown.status, body: thrown.body }
    throw thrown
  }
  const broken = (): Answer => ({ status: 500, body: { error: { type: 'api_error', message: 'Something broke.' } } })

  /** The same key brings the same answer, even where that was an error. */
  const workOnce = (key: string | null, asked: string, fault: StripeFault | undefined, run: () => Answer) => {
    const settle = async (): Promise<Answer> => {
      if (fault?.how === 'fails') return broken()
      try {
        const answer = run()
        return fault?.how === 'breaks' ? broken() : answer
      } catch (thrown) {
        return asAnswer(thrown)
      }
    }
    if (!key) return settle()
    const known = answered.get(key)
    if (!known) {
      const answer = settle()
      answered.set(key, { asked, answer })
      return answer
    }
    if (known.asked !== asked)
      throw new StripeProblem(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      )
    return known.answer
  }

  const server = createServer(async (request, response) => {
    try {
      if (!request.url?.startsWith('/v1/')) {
        if (!showPage(shop, request, response)) response.writeHead(404).end()
        return
      }
      await answerCall(request, response)
    } catch (thrown) {
      const { status, body } = asAnswer(thrown)
      send(response, { status, body })
    }
  })

  const answerCall = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe')
    const body = await text(request)
    const call = `${request.method} ${pathname}`
    const key = request.method !== 'POST' ? null : String(request.headers['idempotency-key'] ?? '') || null
    requests.push({ call, key })
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      throw new StripeProblem(401, 'invalid_request_error', 'Invalid API Key provided.')
    const fault = faults.find(({ call: pattern, times }) => times > 0 && pattern.test(call))
    if (fault) fault.times--
    if (fault?.how === 'busy') throw new StripeProblem(429, 'rate_limit_error', 'Too many requests.', 'rate_limit')
    const query = request.method === 'GET' ? search.slice(1) : body
    const answer = await workOnce(key, `${call} ${body}`, fault, () => work(call, pathname, query))
    if (fault?.how === 'hangs') return
    if (fault?.how === 'slow') await pause(fault.ms ?? 1000)
    if (!response.destroyed) send(response, answer)
  }

  const sign = (payload: string, { secret = webhookSecret, at = new Date() } = {}) => {
    const time = Math.floor(at.getTime() / 1000)
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`
  }

  /** Delivers one event to an address; the answer is its status. */
  const deliver = async (to: string, event: StripeEvent, options: { secret?: string; at?: Date } = {}) => {
    const payload = JSON.stringify(event, null, 2)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(payload, options) }
    return (await fetch(to, { method: 'POST', headers, body: payload, signal: AbortSignal.timeout(20_000) })).status
  }
  const deliverUntilTaken = async (to: string, event: StripeEvent) => {
    for (let tries = 0; tries < deliveries; tries++) {
      const status = await deliver(to, event).catch(() => 0)
      if (status === 200) return
      await pause(200 * 2 ** tries)
    }
  }

  const url = await listen(server)
  return {
    url,
    shop,
    events,
    faults,
    requests,
    sign,
    deliver,
    settings: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_HOST: url },
    /** From now on all that happens is told to this address, or to none. */
    deliverTo(address: string | null) {
      webhook = address
    },
    /** Waits until all that was told is taken or given up. */
    delivered: () => delivering,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, { status, body }: Answer) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' })
    .end(JSON.stringify(body))
