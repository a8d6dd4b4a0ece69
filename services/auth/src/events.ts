import type { EventType } from '@lectern/contracts/events'

export const emits = ['user.registered'] as const satisfies EventType[]

/** Nothing yet: no other service changes what an account is. */
export const handles = {}
