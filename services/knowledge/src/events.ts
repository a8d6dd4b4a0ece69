import type { EventType } from '@lectern/contracts/events'
import type { Handlers } from '@lectern/service'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import { finishCrawl } from './finish-crawl.ts'
import { finishReading } from './finish-reading.ts'
import { keepCrawled } from './keep-crawled.ts'
import { keepFetched } from './keep-fetched.ts'

export const emits = [
  'kb.changed',
  'kb.deleted',
  'document.uploaded',
  'document.deleted',
  'crawl.requested',
  'crawl.deleted',
] as const satisfies EventType[]

export const handles = (context: Context): Handlers => ({
  'organization.changed': (event) => context.organizations.keep(event),
  'organization.deleted': (event) => context.removal.begin(event),
  'plan.changed': (event) => context.plans.keep(event),
  'document.fetched': (event) => keepFetched(context, event),
  'document.crawled': (event) => keepCrawled(context, event),
  'document.vanished': ({ id, traceparent, orgId, aggregateId, payload: { kbId } }) =>
    deleteFile(context, orgId, kbId, aggregateId, { id, traceparent }),
  'document.progress': ({ orgId, aggregateId, payload: { pages, pagesDone } }) =>
    context.files.advance(orgId, aggregateId, pages, pagesDone),
  'document.ingested': (event) => finishReading(context, event, { status: 'ready', pages: event.payload.pages }),
  'document.failed': (event) => finishReading(context, event, { status: 'failed', error: event.payload.message }),
  'crawl.finished': (event) => finishCrawl(context, event),
  'conversation.answered': async ({ id, orgId, payload: { kbId, first } }) => {
    if (first) await context.chats.countConversation(orgId, kbId, id)
  },
})
