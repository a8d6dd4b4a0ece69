import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'
import { foundOrganization } from './found-organization.ts'

export const emits = ['organization.changed'] as const satisfies EventType[]

export const handles = (context: Context): Handlers => ({
  'user.registered': (event) => foundOrganization(context, event),
})
