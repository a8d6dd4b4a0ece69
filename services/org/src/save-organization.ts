import type { SaveOrganization } from '@lectern/contracts'
import { type Cause, notFound, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import type { Organization } from './models/organization.ts'

/** Saves what is given of an organization, and its new logo. @throws CallError invalid, organization_not_found, conflict */
export async function saveOrganization(
  { organizations, outboxes, pictures }: Pick<Context, 'organizations' | 'outboxes' | 'pictures'>,
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
  const before = await organizations.find(orgId)
  if (!before) throw notFound('organization_not_found')
  const entry = outboxEntry('organization.changed', cause)
  const { imageUrl } = before
  if (image)
    await pictures.replace(orgId, image, imageUrl, async (url) => {
      const isSaved = await organizations.save(orgId, { ...changes, imageUrl: url }, entry, { imageUrl })
      return isSaved || null
    })
  else if (Object.keys(changes).length === 0) return
  else if (!(await organizations.save(orgId, changes, entry))) throw notFound('organization_not_found')
  outboxes.organizations.wake(String(orgId))
}
