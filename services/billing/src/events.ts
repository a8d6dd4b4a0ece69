import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'
import { mailQuota } from './mail-quota.ts'

export const emits = ['plan.changed', 'subscription.changed'] as const satisfies EventType[]

export const handles = (context: Context): Handlers => {
  const { organizations, removal } = context
  return {
    'user.registered': (event) => organizations.keepOwner(event),
    'organization.changed': (event) => organizations.keep(event),
    'organization.deleted': (event) => removal.begin(event),
    'quota.reached': (event) => mailQuota(context, event),
  }
}
