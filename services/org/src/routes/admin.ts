import { adminNumbers, adminOrganizations, adminUsers, limits } from '@lectern/contracts'
import { type App, adminOf, type User, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { presentAdminOrganization, presentAdminUser } from '../present.ts'

/** Root users see all organizations (null), the others their own. */
const scopeOf = ({ isRoot, orgId }: User) => (isRoot ? null : orgId)

export function adminRoutes(app: App, { organizations, members, copies }: Context) {
  app.route({
    ...adminNumbers,
    handler: async (request) => {
      const scope = scopeOf(userOf(request))
      const [counted, organizationCount, users] = await Promise.all([
        copies.count(scope),
        organizations.count(scope),
        members.countUsers(scope),
      ])
      return { organizations: organizationCount, users, ...counted }
    },
  })

  app.route({
    ...adminUsers,
    handler: async (request) => {
      const found = await members.listUsers(scopeOf(adminOf(request)), request.query)
      const names = await organizations.names([...new Set(found.map(({ orgId }) => orgId))])
      const items = found.map((member) => presentAdminUser(member, names.get(member.orgId) ?? ''))
      return { items, amount: limits.pageSize }
    },
  })

  app.route({
    ...adminOrganizations,
    handler: async (request) => {
      const found = await organizations.list(scopeOf(adminOf(request)), request.query)
      const users = await members.countByOrganization(found.map(({ orgId }) => orgId))
      const items = found.map((organization) =>
        presentAdminOrganization(organization, users.get(organization.orgId) ?? 0),
      )
      return { items, amount: limits.pageSize }
    },
  })
}
