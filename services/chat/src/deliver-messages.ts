import { createHmac } from 'node:crypto'
import { repeat } from '@lectern/service'
import { type Poster, WebError } from '@lectern/web'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import type { ContactMessage, Delivery } from './models/contact-message.ts'
import type { StoredMessage } from './models/conversation.ts'

const lookEveryMs = 3000
/** Longer than one try takes. */
const heldMs = 60_000
const minute = 60_000
/** Between the tries; after the last it has failed. */
const pausesMs = [10_000, minute, 10 * minute, 60 * minute, 6 * 60 * minute]
/** Of a long conversation the end is sent. */
export const messagesSent = 40

type Stores = Pick<Context, 'contacts' | 'conversations' | 'copies' | 'secrets'>

/** Sends visitors' messages to their chats' webhooks, signed; each is tried again for hours, and by one process at a time. */
export function startDeliveries(stores: Stores, poster: Poster, log: FastifyBaseLogger, pauses: number[] = pausesMs) {
  const { contacts } = stores
  const deliver = async (message: ContactMessage, delivery: Delivery) => {
    try {
      const body = JSON.stringify(await bodyOf(stores, message))
      const { secret } = await stores.secrets.read(message.orgId)
      await poster.post(delivery.url, body, {
        'content-type': 'application/json',
        'lectern-signature': signatureOf(secret, body, new Date()),
      })
      await contacts.settle(message, { state: 'delivered' })
    } catch (err) {
      const pause = err instanceof WebError && !mayPass(err) ? undefined : pauses[delivery.tries]
      log.warn(
        { err, message: message._id, tries: delivery.tries + 1, last: pause === undefined },
        'a webhook was not reached',
      )
      await contacts.settle(message, pause === undefined ? { state: 'failed' } : { at: new Date(Date.now() + pause) })
    }
  }
  return repeat('messages to webhooks', lookEveryMs, log, async (signal) => {
    for (const message of await contacts.due()) {
      if (signal.aborted) return
      const { delivery } = message
      if (delivery && (await contacts.hold(message, delivery.at, new Date(Date.now() + heldMs))))
        await deliver(message, delivery)
    }
  })
}

/** A receiver that answers with an error may be mended meanwhile; an address that may not be called stays so. */
const mayPass = ({ temporary, code }: WebError) => temporary || code === 'server_error'

/** `t` is the time in seconds, `v1` the HMAC-SHA256 of `t`, a dot and the body. */
export function signatureOf(secret: string, body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

async function bodyOf({ conversations, copies }: Stores, message: ContactMessage) {
  const { _id: id, orgId, kbId, conversationId, name, email, createdAt } = message
  const [chat, conversation] = await Promise.all([
    copies.findChat(orgId, kbId),
    conversationId ? conversations.find(orgId, conversationId) : null,
  ])
  return {
    id,
    type: 'message',
    created_at: createdAt.toISOString(),
    chat: { id: kbId, name: chat?.name ?? '' },
    visitor: { name, email, identified_as: message.visitorId },
    message: message.message,
    transcript_id: conversation ? conversationId : null,
    conversation: (conversation?.messages ?? []).slice(-messagesSent).map(said),
  }
}

const said = ({ role, content, sources, at }: StoredMessage) => ({
  role,
  content,
  created_at: at.toISOString(),
  sources: sources.map(({ n, name, page, url, quote }) => ({ n, name, page, url, quote })),
})
