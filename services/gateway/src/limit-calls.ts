import { rateLimit } from '@lectern/service'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import type { Ticket } from './tickets.ts'

export type CallLimits = ReturnType<typeof callLimits>

const minute = 60

/**
 * Calls a minute: by address (a whole office may share one) and by signed-in user. Questions of visitors a minute: by visitor, by
 * address and chat, and by chat; messages to a person by address and chat in ten minutes. Each throws CallError rate_limited.
 */
export function callLimits(redis: Redis, config: Pick<Config, 'NAMESPACE' | 'LECTERN_RATE_LIMIT_FACTOR'>) {
  const limit = (name: string, calls: number, seconds = minute) =>
    rateLimit(redis, `${config.NAMESPACE}:calls-${name}`, calls * config.LECTERN_RATE_LIMIT_FACTOR, seconds)
  const visitor = limit('visitor', 20)
  const office = limit('office', 120)
  const chat = limit('chat', 1200)
  const contact = limit('contact', 10, 10 * minute)
  return {
    byAddress: limit('address', 1200),
    byUser: limit('user', 600),
    async byVisitor(address: string, { orgId, chatUnqid, visitor: id }: Ticket, kind: 'question' | 'contact') {
      const ofChat = `${orgId} ${chatUnqid}`
      // The narrowest first: who is refused by it takes nothing from the others.
      await visitor(`${ofChat} ${id}`)
      await office(`${ofChat} ${address}`)
      await (kind === 'contact' ? contact(`${ofChat} ${address}`) : chat(ofChat))
    },
  }
}
