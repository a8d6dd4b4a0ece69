import { CallError, type Cause, newTraceparent } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { removeCrawl } from './delete-crawl.ts'
import { removeFile } from './delete-file.ts'
import { removeKnowledgeBase } from './delete-knowledge-base.ts'
import { endUpload } from './end-upload.ts'
import type { Crawl } from './models/crawl.ts'
import { crawlAgain } from './start-crawl.ts'

const everyMs = 10 * 60_000
/** Longer than any upload may take. */
const leftAfterMs = 60 * 60_000
const atOnce = 100

/** Finishes what a killed process left half done, deletions and uploads, and has websites read again that are due. */
export async function sweep(context: Context, now = new Date()): Promise<void> {
  const cause = { id: 'sweep', traceparent: newTraceparent() }
  for (const chat of await context.chats.listDeleted(atOnce)) await removeKnowledgeBase(context, chat, cause)
  for (const crawl of await context.crawls.listDeleted(atOnce)) await removeCrawl(context, crawl, cause)
  for (const file of await context.files.listDeleted(atOnce)) await removeFile(context, file)
  for (const upload of await context.uploads.listLeft(new Date(now.getTime() - leftAfterMs), atOnce))
    await endUpload(context, upload)
  await context.pictures.sweep(now)
  for (const crawl of await context.crawls.listDue(now, atOnce)) await readAgain(context, crawl, cause)
}

/** One that is being read again already is let be. */
async function readAgain(context: Context, crawl: Crawl, cause: Cause): Promise<void> {
  try {
    await crawlAgain(context, crawl.orgId, crawl, cause)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

/** Sweeps now and every ten minutes. */
export function startSweeping(context: Context, log: FastifyBaseLogger) {
  let running = Promise.resolve()
  const start = () => {
    running = sweep(context).catch((err) => log.warn({ err }, 'not swept'))
  }
  start()
  const timer = setInterval(start, everyMs)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
