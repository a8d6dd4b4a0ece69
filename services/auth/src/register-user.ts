import { fieldMessages, type Register, userTypes } from '@lectern/contracts'
import { mailEntry } from '@lectern/mail'
import { type Cause, invalid, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { findInvite } from './find-invite.ts'
import type { InviteCopy } from './models/invite-copy.ts'
import type { User } from './models/user.ts'
import { hashPassword } from './passwords.ts'

type Needed = Pick<Context, 'users' | 'invites' | 'tokens' | 'nextOrganizationId' | 'outbox' | 'mails'>

/**
 * Makes an account: of the organization it was invited to, or with the id of one that it founds. `user.registered` tells
 * org the rest. `email` is already normalized. A taken email is noticed only after the work of a free one.
 * @throws CallError invalid
 */
export async function registerUser(
  context: Needed,
  { name, email, password, invite_token }: Pick<Register, 'name' | 'email' | 'password' | 'invite_token'>,
  cause: Cause,
): Promise<User> {
  const { users, nextOrganizationId, outbox, mails } = context
  const invite = invite_token ? await openInvite(context, invite_token, email) : null
  const passwordHash = await hashPassword(password)
  if (await users.findByEmail(email)) throw invalid({ email: [fieldMessages.emailTaken] })
  const orgId = invite?.orgId ?? (await nextOrganizationId())
  // Whoever has the token had it by mail.
  const joining = invite ? { inviteId: invite._id, typeId: invite.typeId, verified: true } : {}
  const user = {
    _id: crypto.randomUUID(),
    name,
    email,
    passwordHash,
    typeId: userTypes.admin,
    verified: false,
    ...joining,
  }
  const registered = outboxEntry('user.registered', cause, {
    userId: user._id,
    name,
    email,
    typeId: user.typeId,
    founder: !invite,
    inviteId: invite?._id,
  })
  const added = await users.add(orgId, user, registered, invite ? null : mailEntry('verification'))
  outbox.wake(added._id)
  mails.wake()
  return added
}

async function openInvite(context: Needed, token: string, email: string): Promise<InviteCopy> {
  const invite = await findInvite(context, token)
  if (!invite) throw invalid({ invite_token: [fieldMessages.invite] })
  if (invite.email !== email) throw invalid({ email: [fieldMessages.inviteEmail] })
  return invite
}
