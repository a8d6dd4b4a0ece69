import { fieldMessages } from '@lectern/contracts'
import { removeImage } from '@lectern/images'
import { CallError, type Cause, invalid, notFound, outboxEntry, type User } from '@lectern/service'
import type { Context } from './app.ts'

/**
 * Deletes an organization: it is gone at once, and whatever belongs to it goes when each service hears of it.
 * @throws CallError organization_not_found, owner_only, invalid
 */
export async function deleteOrganization(
  { organizations, outboxes }: Pick<Context, 'organizations' | 'outboxes'>,
  { orgId, userId }: User,
  name: string,
  cause: Cause,
): Promise<void> {
  const organization = await organizations.find(orgId)
  if (!organization) throw notFound('organization_not_found')
  if (organization.ownerId !== userId) throw new CallError('owner_only')
  if (name.trim() !== organization.name) throw invalid({ name: [fieldMessages.organizationName] })
  const entry = outboxEntry('organization.deleted', cause, {})
  if (!(await organizations.markDeleted(orgId, userId, entry))) throw notFound('organization_not_found')
  outboxes.organizations.wake(String(orgId))
}

/** What of a deleted organization lies outside of the database. */
export async function removeLogo(
  { organizations, blobs }: Pick<Context, 'organizations' | 'blobs'>,
  orgId: number,
): Promise<boolean> {
  const url = await organizations.imageUrlOf(orgId)
  if (url) await removeImage(blobs, url)
  return true
}
