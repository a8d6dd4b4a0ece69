import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'

export const emits = ['conversation.answered', 'conversation.deleted', 'quota.reached'] as const satisfies EventType[]

export const handles = ({
  copies,
  conversations,
  contacts,
  dailyCounts,
  pairs,
  removal,
  forget,
}: Context): Handlers => ({
  'kb.changed': async (event) => {
    await copies.keepChat(event)
    forget()
  },
  'kb.deleted': async (event) => {
    await copies.forgetChat(event)
    await conversations.deleteOfChat(event.orgId, event.aggregateId)
    await contacts.deleteOfChat(event.orgId, event.aggregateId)
    await dailyCounts.forgetChat(event.orgId, event.aggregateId)
    await pairs.removeOfChat(event.orgId, event.aggregateId)
    forget()
  },
  'organization.changed': async (event) => {
    await copies.keepOrganization(event)
    forget()
  },
  'organization.deleted': async (event) => {
    await removal.begin(event)
    // Its public chats are gone before the rest is.
    await copies.removeChats(event.orgId)
    forget()
  },
  'user.registered': (event) => copies.keepMember(event),
  'user.deleted': (event) => copies.forgetMember(event),
  'plan.changed': async (event) => {
    await copies.keepPlan(event)
    forget()
  },
  'subscription.changed': async (event) => {
    await copies.keepSubscription(event)
    forget()
  },
})
