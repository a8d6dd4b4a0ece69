import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'

const lookEveryMs = 60_000
/** Longer than any answer can take. */
const leftOpenMs = 10 * 60_000

/** Settles the reservations of processes that were killed in the middle: kept where the answer is stored, else given back. */
export function startSettling(context: Pick<Context, 'allowances' | 'conversations'>, log: FastifyBaseLogger) {
  const timer = setInterval(() => {
    settleLeftOpen(context, new Date(Date.now() - leftOpenMs)).catch((err) =>
      log.warn({ err }, 'reservations could not be settled'),
    )
  }, lookEveryMs)
  return { close: () => clearInterval(timer) }
}

export async function settleLeftOpen(
  { allowances, conversations }: Pick<Context, 'allowances' | 'conversations'>,
  before: Date,
): Promise<void> {
  for (const { orgId, conversationId, reservation } of await allowances.leftOpen(before)) {
    const answered = await conversations.holds(orgId, conversationId, reservation.id)
    await allowances[answered ? 'keep' : 'giveBack'](orgId, reservation)
  }
}
