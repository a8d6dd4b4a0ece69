import type * as contracts from '@lectern/contracts'
import type { Organization } from './models/organization.ts'

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
