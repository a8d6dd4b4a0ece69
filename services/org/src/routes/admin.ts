import { adminHistory, adminNumbers, adminOrganizations, adminUsers, limits } from '@lectern/contracts'
import { type App, adminOf, rootOf, type User, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { countNumbers } from '../count-platform.ts'
import { presentAdminOrganization, presentAdminUser } from '../present.ts'

/** Root users see all organizations (null), the others their own. */
const scopeOf = ({ isRoot, orgId }: User) => (isRoot ? null : orgId)

const historyDays = 90

export function adminRoutes(app: App, context: Context) {
  const { organizations, members, platformDays } = context

  app.route({ ...adminNumbers, handler: (request) => countNumbers(context, scopeOf(userOf(request))) })

  app.route({
    ...adminHistory,
    handler: async (request) => {
      rootOf(request)
      const today = { date: new Date().toISOString().slice(0, 10), ...(await countNumbers(context, null)) }
      const days = (await platformDays.newest(historyDays)).filter(({ date }) => date !== today.date)
      return { days: [...days, today].slice(-historyDays) }
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
