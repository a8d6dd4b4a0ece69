import type { EventType } from '@lectern/contracts/events'
import type { Handlers, IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'
import { forgetUser } from './forget-user.ts'
import { receiveUser } from './receive-user.ts'
import { takePlan } from './take-plan.ts'
import { writeLog } from './write-log.ts'

export const emits = [
  'organization.changed',
  'organization.deleted',
  'invite.created',
  'invite.deleted',
  'member.removed',
] as const satisfies EventType[]

export function handles(context: Context): Handlers {
  const { copies, members, removal } = context
  const log = (event: IncomingEvent) => writeLog(context, event)
  /** The log first: it tells what the event changed. */
  const logThen =
    <T extends EventType>(handle: (event: IncomingEvent<T>) => Promise<unknown>) =>
    async (event: IncomingEvent<T>) => {
      await writeLog(context, event)
      await handle(event)
    }
  return {
    'user.registered': logThen((event) => receiveUser(context, event)),
    'user.renamed': logThen(({ orgId, aggregateId, payload, version }) =>
      members.rename(orgId, aggregateId, payload.name, version),
    ),
    'user.deleted': logThen((event) => forgetUser(context, event)),
    'user.verified': log,
    'user.password_changed': log,
    'organization.changed': log,
    'organization.deleted': (event) => removal.begin(event),
    'invite.created': log,
    'invite.deleted': log,
    'member.removed': logThen(({ orgId, payload }) => context.logs.forgetPerson(orgId, payload.email)),
    'kb.changed': logThen((event) => copies.keepChat(event)),
    'kb.deleted': logThen((event) => copies.forgetChat(event)),
    'crawl.requested': log,
    'crawl.deleted': log,
    'document.uploaded': logThen((event) => copies.keepFile(event)),
    'document.deleted': logThen((event) => copies.forgetFile(event)),
    'conversation.answered': (event) => copies.countAnswer(event),
    'conversation.deleted': log,
    'plan.changed': (event) => copies.keepPlan(event),
    'subscription.changed': logThen((event) => takePlan(context, event)),
  }
}
