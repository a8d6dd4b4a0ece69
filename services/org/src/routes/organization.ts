import { deleteOrganization, readOrganization, saveOrganization } from '@lectern/contracts'
import { type App, adminOf, causeOf, notFound, readForm, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import * as deletion from '../delete-organization.ts'
import { presentOrganization } from '../present.ts'
import * as organization from '../save-organization.ts'

export function organizationRoutes(app: App, context: Context) {
  app.route({
    ...readOrganization,
    handler: async (request) => {
      const found = await context.organizations.find(userOf(request).orgId)
      // Its founder may come before the event that makes it.
      if (!found) throw notFound('organization_not_found')
      return { organization: presentOrganization(found) }
    },
  })

  app.route({
    ...saveOrganization,
    preValidation: readForm,
    handler: async (request) => {
      const { orgId } = adminOf(request)
      await organization.saveOrganization(context, orgId, request.body, request.image, causeOf(request))
      return { message: 'Saved.' }
    },
  })

  app.route({
    ...deleteOrganization,
    handler: async (request) => {
      await deletion.deleteOrganization(context, userOf(request), request.body.name, causeOf(request))
      return { url: '/', message: 'Your organization is deleted.' }
    },
  })
}
