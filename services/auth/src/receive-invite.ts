import type { IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'

/** Keeps an invitation, and has its mail sent. A second delivery finds both there. */
export async function receiveInvite(
  { invites, inviteMails }: Pick<Context, 'invites' | 'inviteMails'>,
  event: IncomingEvent<'invite.created'>,
): Promise<void> {
  await invites.keep(event)
  inviteMails.wake()
}
