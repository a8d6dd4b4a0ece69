import type { Context } from './app.ts'
import type { InviteCopy } from './models/invite-copy.ts'

/** The invitation that the token of a mail is for; null when it is not open, or the token is not right. */
export async function findInvite(
  { invites, tokens, users }: Pick<Context, 'invites' | 'tokens' | 'users'>,
  token: string,
): Promise<InviteCopy | null> {
  const invite = await invites.findOpen(tokens.idOf(token))
  return invite && tokens.isInvite(invite, token) && !(await users.hasAccepted(invite._id)) ? invite : null
}
