import { type Cause, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import type { Crawl } from './models/crawl.ts'

const atOnce = 100

/** Hides a website and its pages and tells so. False when there is none. */
export async function deleteCrawl(
  context: Context,
  orgId: number,
  { _id, chatId, url }: Crawl,
  cause: Cause,
): Promise<boolean> {
  const entry = outboxEntry('crawl.deleted', cause, { kbId: chatId, url })
  if (!(await context.crawls.markDeleted(orgId, _id, entry))) return false
  context.outboxes.crawls.wake(_id)
  await deletePagesOf(context, orgId, _id, chatId, cause)
  return true
}

/** What is left to do when all that a website had to tell is told. */
export async function crawlSent(context: Context, crawl: Crawl): Promise<void> {
  if (crawl.deletedAt) await removeCrawl(context, crawl, { id: crawl._id, traceparent: '' })
}

/** Goes on with a deletion wherever it was cut short. */
export async function removeCrawl(context: Context, { _id, orgId, chatId }: Crawl, cause: Cause): Promise<void> {
  await deletePagesOf(context, orgId, _id, chatId, cause)
  await context.crawls.remove(orgId, _id)
}

/** The pages go without a line each in the log of who did what: the website has one. */
async function deletePagesOf(context: Context, orgId: number, id: string, chatId: string, cause: Cause): Promise<void> {
  const quiet = { ...cause, actor: null }
  for (;;) {
    const ids = await context.files.listIdsOfCrawl(orgId, id, atOnce)
    if (ids.length === 0) return
    await Promise.all(ids.map((page) => deleteFile(context, orgId, chatId, page, quiet)))
  }
}
