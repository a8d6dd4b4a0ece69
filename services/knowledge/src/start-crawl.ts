import { defaults, limits, type StartCrawl } from '@lectern/contracts'
import { CallError, type Cause, notFound, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { filesPerChat } from './check-room.ts'
import { deleteCrawl } from './delete-crawl.ts'
import type { Crawl, NewCrawl } from './models/crawl.ts'
import { checkAddress } from './scrape-page.ts'

/**
 * Has a website read into a chat. It keeps room among the chat's files for as many pages as it may have.
 * @throws CallError chat_not_found, crawl_limit, file_limit, invalid
 */
export async function startCrawl(
  context: Context,
  orgId: number,
  chatId: string,
  { url, max_pages = defaults.crawlPages, max_depth = defaults.crawlDepth, every = 'never' }: StartCrawl,
  cause: Cause,
): Promise<Crawl> {
  const { chats, crawls, files, gates, outboxes } = context
  const address = checkAddress(url, 'url')
  if (!(await chats.find(orgId, chatId))) throw notFound('chat_not_found')
  const crawl = {
    _id: crypto.randomUUID().replaceAll('-', ''),
    chatId,
    url: address,
    maxPages: max_pages,
    maxDepth: max_depth,
    every,
  }

  const decide = async (others: { of: string }[]) => {
    const there = await crawls.list(orgId, chatId)
    if (there.length + others.filter(({ of }) => of === `crawls of ${chatId}`).length >= limits.crawlsPerChat)
      throw new CallError('crawl_limit')
    const kept = there.reduce((sum, { maxPages }) => sum + maxPages, 0)
    const room = (await filesPerChat(context, orgId)) - kept - (await files.countAdded(orgId, chatId))
    if (room <= 0) throw new CallError('file_limit')
    crawl.maxPages = Math.min(max_pages, room)
  }
  const started = await gates.enter(orgId, { id: crawl._id, of: `crawls of ${chatId}` }, decide, () =>
    crawls.create(orgId, crawl, outboxEntry('crawl.requested', cause, requestOf(crawl, 1))),
  )
  outboxes.crawls.wake(started._id)
  if (await chats.find(orgId, chatId)) return started
  await deleteCrawl(context, orgId, started, cause)
  throw notFound('chat_not_found')
}

/** Has a website read again. @throws CallError crawl_running */
export async function crawlAgain(
  { crawls, outboxes }: Pick<Context, 'crawls' | 'outboxes'>,
  orgId: number,
  crawl: Crawl,
  cause: Cause,
): Promise<Crawl> {
  const entry = outboxEntry('crawl.requested', cause, requestOf(crawl, crawl.run + 1))
  const started = await crawls.again(orgId, crawl, entry)
  if (!started) throw new CallError('crawl_running')
  outboxes.crawls.wake(crawl._id)
  return started
}

const requestOf = ({ chatId, url, maxPages, maxDepth }: NewCrawl, run: number) => ({
  kbId: chatId,
  url,
  maxPages,
  maxDepth,
  run,
})
