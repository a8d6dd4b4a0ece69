import type { IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'

type Needed = Pick<Context, 'members' | 'logs'>

/** What is left to do when an account is gone: nothing tells who it was any more. */
export async function forgetUser(
  { members, logs }: Needed,
  { orgId, aggregateId }: IncomingEvent<'user.deleted'>,
): Promise<void> {
  const email = (await members.findByUserId(orgId, aggregateId))?.email
  // Before the address is forgotten, so that a second delivery finds it; and after, for what was logged meanwhile.
  if (email) await logs.forgetPerson(orgId, email)
  await members.forget(orgId, aggregateId)
  if (email) await logs.forgetPerson(orgId, email)
}
