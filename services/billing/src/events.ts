import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'

export const emits = ['plan.changed'] as const satisfies EventType[]

export const handles = ({ organizations, removal }: Context): Handlers => ({
  'organization.changed': (event) => organizations.keep(event),
  'organization.deleted': (event) => removal.begin(event),
})
