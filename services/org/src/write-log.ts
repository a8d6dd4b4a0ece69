import { userTypes } from '@lectern/contracts'
import type { EventPayload, EventType } from '@lectern/contracts/events'
import type { Actor, IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'
import { settingsOf } from './models/copies.ts'
import { deletedUser } from './models/log.ts'

type Needed = Pick<Context, 'copies' | 'logs' | 'members'>
type Sentence<T extends EventType> = (
  event: IncomingEvent<T>,
  context: Needed,
) => string | null | Promise<string | null>

const quoted = (name: string | undefined) => (name ? `“${name}”` : 'without a name')
const chatName = async ({ copies }: Needed, orgId: number, id: string) =>
  quoted((await copies.findChat(orgId, id))?.name)

/** What the audit log says of each event; null where nobody did anything. Copies are as they were before the event. */
const sentences: { [T in EventType]?: Sentence<T> } = {
  'user.registered': ({ payload }) => (payload.founder ? 'Created the organization' : 'Joined the organization'),
  'user.renamed': () => 'Changed their name',
  'user.verified': () => 'Verified their email address',
  'user.password_changed': () => 'Changed their password',
  // Whoever was removed by another has a line that says so.
  'user.deleted': ({ actor, aggregateId }) => (actor?.id === aggregateId ? 'Deleted their account' : null),
  'organization.changed': () => 'Changed the settings of the organization',
  'invite.created': async ({ orgId, aggregateId, payload: { typeId } }, { members }) => {
    const email = (await members.find(orgId, aggregateId))?.email
    return `Invited ${email ?? 'somebody'} as ${typeId === userTypes.admin ? 'an admin' : 'a user'}`
  },
  'invite.deleted': ({ payload }) => `Withdrew the invitation of ${payload.email}`,
  'member.removed': ({ payload }) => `Removed ${payload.email}`,
  'kb.changed': async (event, { copies }) => {
    const { orgId, aggregateId, payload } = event
    const before = await copies.findChat(orgId, aggregateId)
    if (!before) return `Created the chat ${quoted(payload.name)}`
    return before.settings === settingsOf(event) ? null : `Changed the chat ${quoted(payload.name)}`
  },
  'kb.deleted': async ({ orgId, aggregateId }, context) =>
    `Deleted the chat ${await chatName(context, orgId, aggregateId)}`,
  'crawl.requested': async ({ orgId, payload: { kbId, url, run } }, context) => {
    const again = run > 1 ? ' again' : ''
    return `Had the website ${quoted(url)} read${again} into the chat ${await chatName(context, orgId, kbId)}`
  },
  'crawl.deleted': async ({ orgId, payload: { kbId, url } }, context) => {
    const chat = await context.copies.findChat(orgId, kbId)
    // It went with its chat, which has a line of its own.
    return chat?.deleted ? null : `Deleted the website ${quoted(url)} from the chat ${quoted(chat?.name)}`
  },
  'document.uploaded': async ({ orgId, payload }, context) =>
    `Added the document ${quoted(payload.name)} to the chat ${await chatName(context, orgId, payload.kbId)}`,
  'document.deleted': async ({ orgId, aggregateId, payload }, context) => {
    const [chat, file] = await Promise.all([
      context.copies.findChat(orgId, payload.kbId),
      context.copies.findFile(orgId, aggregateId),
    ])
    // It went with its chat, which has a line of its own.
    if (chat?.deleted) return null
    return `Deleted the document ${quoted(file?.name)} from the chat ${quoted(chat?.name)}`
  },
  'conversation.deleted': async ({ orgId, payload }, context) =>
    `Deleted a chat log of the chat ${await chatName(context, orgId, payload.kbId)}`,
  'subscription.changed': ({ payload }) => deeds[payload.deed]?.(payload) ?? null,
}

const withEnterprise = (enterprise: boolean) => (enterprise ? ', with what is for enterprises' : '')

/** What the event's `deed` names. */
const deeds: Record<string, (payload: EventPayload<'subscription.changed'>) => string> = {
  chosen: ({ planName }) => `Chose the plan ${quoted(planName)}`,
  changed: ({ planName }) => `Changed the subscription to the plan ${quoted(planName)}`,
  canceled: () => 'Canceled the subscription; it ends with its period',
  given: ({ planName, enterprise }) => `Gave the plan ${quoted(planName)} by hand${withEnterprise(enterprise)}`,
  taken_back: ({ planName }) => `Took back what was given by hand; the plan is ${quoted(planName)}`,
}

/** Writes who did what into the audit log, before the event changes any copy. What nobody in particular did is not written. */
export async function writeLog<T extends EventType>(context: Needed, event: IncomingEvent<T>): Promise<void> {
  const { orgId } = event
  const actor = event.actor ?? registeredBy(event)
  if (!actor) return
  const user = (await context.members.isForgotten(orgId, actor.id)) ? deletedUser : actor.email
  const sentence = sentences[event.type] as Sentence<T> | undefined
  const body = await sentence?.(event, context)
  if (body) await context.logs.keep(orgId, { _id: event.id, user, body, at: event.time })
}

/** Whoever registers is not signed in yet. */
function registeredBy(event: IncomingEvent): Actor | null {
  if (event.type !== 'user.registered') return null
  const { userId, email } = (event as IncomingEvent<'user.registered'>).payload
  return { id: userId, email }
}
