import type { SaveOrganization } from '@lectern/contracts'
import { keepImage, removeImage } from '@lectern/images'
import { type Cause, notFound, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import type { Organization } from './models/organization.ts'

/** Saves what is given of an organization, and its new logo. @throws CallError invalid, organization_not_found */
export async function saveOrganization(
  { organizations, outboxes, blobs }: Pick<Context, 'organizations' | 'outboxes' | 'blobs'>,
  orgId: number,
  fields: SaveOrganization,
  image: Buffer | null,
  cause: Cause,
): Promise<void> {
  const { name, description, system_prompt: systemPrompt, color } = fields
  const given = { name: name?.trim(), description, systemPrompt, color }
  const changes: Partial<Organization> = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  if (image) changes.imageUrl = await keepImage(blobs, image)
  if (Object.keys(changes).length === 0) return
  const before = await organizations.save(orgId, changes, outboxEntry('organization.changed', cause))
  const unused = before ? changes.imageUrl && before.imageUrl : changes.imageUrl
  if (unused) await removeImage(blobs, unused)
  if (!before) throw notFound('organization_not_found')
  outboxes.organizations.wake(String(orgId))
}
