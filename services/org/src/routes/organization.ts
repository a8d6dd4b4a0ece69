import { readOrganization } from '@lectern/contracts'
import { type App, notFound, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { presentOrganization } from '../present.ts'

export function organizationRoutes(app: App, { organizations }: Pick<Context, 'organizations'>) {
  app.route({
    ...readOrganization,
    handler: async (request) => {
      const organization = await organizations.find(userOf(request).orgId)
      // Its founder may come before the event that makes it.
      if (!organization) throw notFound('organization_not_found')
      return { organization: presentOrganization(organization) }
    },
  })
}
