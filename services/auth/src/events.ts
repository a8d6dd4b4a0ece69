import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'
import { endOlderSessions } from './change-password.ts'
import { deleteUser, finishDeletion } from './delete-user.ts'
import { receiveInvite } from './receive-invite.ts'

export const emits = [
  'user.registered',
  'user.renamed',
  'user.verified',
  'user.password_changed',
  'user.deleted',
] as const satisfies EventType[]

export const handles = (context: Context): Handlers => ({
  'invite.created': (event) => receiveInvite(context, event),
  'invite.deleted': (event) => context.invites.forget(event),
  'member.removed': (event) => deleteUser(context, event),
  'organization.deleted': (event) => context.removal.begin(event),
  'user.deleted': (event) => finishDeletion(context, event),
  'user.password_changed': (event) => endOlderSessions(context, event),
})
