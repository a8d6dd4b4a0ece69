import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'

const lookEveryMs = 60_000
/** Longer than any answer can take. */
const leftOpenMs = 10 * 60_000

type Stores = Pick<Context, 'allowances' | 'conversations' | 'copies'>

/** Settles the reservations of processes that were killed in the middle, kept where the answer is stored, else given back; and the conversations that were kept while their chat was being deleted. */
export function startSettling(stores: Stores, log: FastifyBaseLogger) {
  const timer = setInterval(() => {
    const before = new Date(Date.now() - leftOpenMs)
    Promise.all([settleLeftOpen(stores, before), deleteLateComers(stores, before)]).catch((err) =>
      log.warn({ err }, 'what was left open could not be settled'),
    )
  }, lookEveryMs)
  return { close: () => clearInterval(timer) }
}

export async function settleLeftOpen(
  { allowances, conversations }: Omit<Stores, 'copies'>,
  before: Date,
): Promise<void> {
  for (const { orgId, conversationId, reservation } of await allowances.leftOpen(before)) {
    const answered = await conversations.holds(orgId, conversationId, reservation.id)
    await allowances[answered ? 'keep' : 'giveBack'](orgId, reservation)
  }
}

/** A question that was asked just before its chat was deleted may be kept just after. */
export async function deleteLateComers(
  { conversations, copies }: Omit<Stores, 'allowances'>,
  since: Date,
): Promise<void> {
  for (const { _id, orgId } of await copies.deletedSince(since)) await conversations.deleteOfChat(orgId, _id)
}
