import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { fieldMessages, type InviteUser, limits } from '@lectern/contracts'
import { CallError, type Cause, type Entering, invalid, notFound, outboxEntry, type User } from '@lectern/service'
import type { Context } from './app.ts'
import type { Member } from './models/member.ts'
import type { Organization } from './models/organization.ts'

/**
 * Invites an email into the organization of an admin. Its mail is sent by auth, which knows the invitation then.
 * @throws CallError unverified, organization_not_found, invalid, user_limit
 */
export async function inviteUser(
  context: Pick<Context, 'members' | 'organizations' | 'copies' | 'gates' | 'outboxes'>,
  { orgId, verified }: User,
  { email: given, type_id: typeId }: InviteUser,
  cause: Cause,
): Promise<Member> {
  const { members, organizations, gates, outboxes } = context
  if (!verified) throw new CallError('unverified')
  const organization = await organizations.find(orgId)
  if (!organization) throw notFound('organization_not_found')
  const email = given.trim().toLowerCase()
  const _id = crypto.randomUUID()
  const expires = timestampFromDate(new Date(Date.now() + limits.inviteDays * 86_400_000))
  const entry = outboxEntry('invite.created', cause, {
    email,
    typeId,
    expires,
    organizationName: organization.name,
  })
  const isInvited = await gates.enter(
    orgId,
    { id: _id, of: 'users' },
    (others) => checkRoom(context, organization, email, others),
    () => members.invite(orgId, { _id, email, typeId }, entry),
  )
  if (!isInvited) throw invalid({ email: [fieldMessages.inviteTwice] })
  outboxes.members.wake(_id)
  const invite = await members.find(orgId, _id)
  if (!invite) throw notFound()
  return invite
}

async function checkRoom(
  { members, copies }: Pick<Context, 'members' | 'copies'>,
  { orgId, planId }: Organization,
  email: string,
  others: Entering[],
): Promise<void> {
  const known = await members.findByEmail(orgId, email)
  if (known) throw invalid({ email: [known.userId ? fieldMessages.memberAlready : fieldMessages.inviteTwice] })
  const plan = await copies.findPlan(planId)
  // While the plan is not known here, nobody is kept out.
  if (!plan) return
  const ids = others.map(({ id }) => id)
  if ((await members.count(orgId, ids)) + ids.length >= plan.users) throw new CallError('user_limit')
}
