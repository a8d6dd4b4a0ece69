import { createHash } from 'node:crypto'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { fieldMessages, type InviteUser, limits } from '@lectern/contracts'
import { mailEntry } from '@lectern/mail'
import { CallError, type Cause, type Entering, invalid, notFound, outboxEntry, type User } from '@lectern/service'
import type { Context } from './app.ts'
import { inviteToken } from './mails.ts'
import type { Member } from './models/member.ts'

/** Invites an email into the organization of an admin. @throws CallError unverified, invalid, user_limit */
export async function inviteUser(
  context: Pick<Context, 'config' | 'members' | 'organizations' | 'copies' | 'gates' | 'outboxes' | 'mails'>,
  { orgId, email: invitedBy, verified }: User,
  { email: given, type_id: typeId }: InviteUser,
  cause: Cause,
): Promise<Member> {
  const { config, members, gates, outboxes, mails } = context
  if (!verified) throw new CallError('unverified')
  const email = given.trim().toLowerCase()
  const _id = crypto.randomUUID()
  const tokenHash = createHash('sha256').update(inviteToken(config, _id)).digest('hex')
  const expires = timestampFromDate(new Date(Date.now() + limits.inviteDays * 86_400_000))
  const entry = outboxEntry('invite.created', cause, { email, typeId, tokenHash, expires })
  const isInvited = await gates.enter(
    orgId,
    { id: _id, of: 'users' },
    (others) => checkRoom(context, orgId, email, others),
    () => members.invite(orgId, { _id, email, typeId, invitedBy }, entry, mailEntry('invite')),
  )
  if (!isInvited) throw invalid({ email: [fieldMessages.inviteTwice] })
  outboxes.members.wake(_id)
  mails.wake()
  const invite = await members.find(orgId, _id)
  if (!invite) throw notFound()
  return invite
}

async function checkRoom(
  { members, organizations, copies }: Pick<Context, 'members' | 'organizations' | 'copies'>,
  orgId: number,
  email: string,
  others: Entering[],
): Promise<void> {
  const known = await members.findByEmail(orgId, email)
  if (known) throw invalid({ email: [known.userId ? fieldMessages.memberAlready : fieldMessages.inviteTwice] })
  const organization = await organizations.find(orgId)
  if (!organization) throw notFound('organization_not_found')
  const plan = await copies.findPlan(organization.planId)
  // While the plan is not known here, nobody is kept out.
  if (!plan) return
  const ids = others.map(({ id }) => id)
  if ((await members.count(orgId, ids)) + ids.length >= plan.users) throw new CallError('user_limit')
}
