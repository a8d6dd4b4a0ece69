import { inviteUser, limits, listUsers, removeUser } from '@lectern/contracts'
import { type App, adminOf, causeOf } from '@lectern/service'
import type { Context } from '../app.ts'
import * as inviting from '../invite-user.ts'
import { presentMember } from '../present.ts'
import * as removal from '../remove-user.ts'

export function userRoutes(app: App, context: Context) {
  app.route({
    ...listUsers,
    handler: async (request) => {
      const { orgId, isRoot } = adminOf(request)
      const found = await context.members.list(orgId, request.query)
      return { items: found.map(presentMember), amount: limits.pageSize, is_root: isRoot }
    },
  })

  app.route({
    ...inviteUser,
    handler: async (request) => {
      const invite = await inviting.inviteUser(context, adminOf(request), request.body, causeOf(request))
      return { item: presentMember(invite), message: 'The invitation is on its way.' }
    },
  })

  app.route({
    ...removeUser,
    handler: async (request) => {
      await removal.removeUser(context, adminOf(request), request.params.id, causeOf(request))
      return { message: 'Removed.' }
    },
  })
}
