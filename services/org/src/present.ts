import * as contracts from '@lectern/contracts'
import type { Log } from './models/log.ts'
import type { Member } from './models/member.ts'
import type { Organization } from './models/organization.ts'

const dates = (date: Date) => ({ date_format: contracts.dateFormat(date), created_at: date.toISOString() })

export const presentOrganization = (organization: Organization): contracts.Organization => ({
  id: organization.orgId,
  user_id: organization.ownerId,
  name: organization.name,
  description: organization.description,
  system_prompt: organization.systemPrompt,
  color: organization.color,
  image_url: organization.imageUrl,
  enterprise: organization.enterprise,
  plan: { id: organization.planId },
})

export const presentMember = (member: Member): contracts.Member => ({
  id: member._id,
  organization_id: member.orgId,
  email: member.email,
  name: member.name,
  type_id: member.typeId,
  status: member.userId ? 'active' : 'Pending',
  is_used: member.userId !== null,
  ...dates(member.createdAt),
})

export const presentLog = ({ _id, user, body, at }: Log): contracts.Log => ({ id: _id, user, body, ...dates(at) })

export const presentAdminUser = (member: Member, organization: string): contracts.AdminUser => ({
  id: member._id,
  organization_id: member.orgId,
  organization,
  name: member.name,
  email: member.email,
  type_id: member.typeId,
  ...dates(member.createdAt),
})

export const presentAdminOrganization = (organization: Organization, users: number): contracts.AdminOrganization => ({
  id: organization.orgId,
  name: organization.name,
  enterprise: organization.enterprise,
  plan: { id: organization.planId },
  users,
  ...dates(organization.createdAt),
})
