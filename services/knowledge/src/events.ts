import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'
import { finishReading } from './finish-reading.ts'

export const emits = [
  'kb.changed',
  'kb.deleted',
  'document.uploaded',
  'document.deleted',
] as const satisfies EventType[]

export const handles = (context: Context): Handlers => ({
  'organization.changed': (event) => context.organizations.keep(event),
  'document.fetched': ({ orgId, aggregateId, payload: { url, name, ext, mime, size } }) =>
    context.files.keepFetched(orgId, aggregateId, { url, name, ext, mime, size: Number(size) }),
  'document.progress': ({ orgId, aggregateId, payload: { pages, pagesDone } }) =>
    context.files.advance(orgId, aggregateId, pages, pagesDone),
  'document.ingested': (event) => finishReading(context, event, { status: 'ready', pages: event.payload.pages }),
  'document.failed': (event) => finishReading(context, event, { status: 'failed', error: event.payload.message }),
  'conversation.answered': async ({ id, orgId, payload: { kbId, first } }) => {
    if (first) await context.chats.countConversation(orgId, kbId, id)
  },
})
