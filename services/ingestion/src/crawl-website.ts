import type { Cause } from '@lectern/service'
import { type CrawlEnd, crawlSite, type SiteState } from '@lectern/web'
import type { Context } from './app.ts'
import { keepReceipt } from './keep-receipt.ts'
import type { Held } from './leased-work.ts'
import type { Crawl } from './models/crawl.ts'
import type { Of } from './models/site-page.ts'

/**
 * Visits the pages of a website and keeps what becomes of each. One that was cut short begins anew, but with all that
 * it kept. When it ends, `visitedAt` is set.
 * @throws WebError when the website cannot be visited at all; the reason of the signal
 */
export async function crawlWebsite(
  context: Context,
  { task: crawl, worker, signal, lose }: Held<Crawl>,
): Promise<void> {
  const of: Of = { orgId: crawl.orgId, crawlId: crawl._id, kbId: crawl.kbId, run: crawl.run }
  const cause = causeOf(crawl)
  await context.pages.clear(of)
  const state = await stateOf(context, crawl)
  const { maxPages, maxDepth } = crawl
  for await (const receipt of crawlSite(crawl.url, { ...context.web, state, maxPages, maxDepth, signal })) {
    signal.throwIfAborted()
    const isEnd = receipt.outcome === 'end'
    if (!isEnd) await keepReceipt({ ...context, signal, cause }, of, receipt)
    if (!(await context.crawls.advance(crawl, worker, isEnd ? endOf(receipt) : {}))) lose()
  }
  signal.throwIfAborted()
}

const endOf = ({ stopped, state }: CrawlEnd) => ({
  visitedAt: new Date(),
  stopped: stopped ?? '',
  pending: state.pending,
})

async function stateOf({ pages }: Context, { orgId, _id, pending }: Crawl): Promise<SiteState> {
  const standing = (await pages.list(orgId, _id)).filter(({ hash }) => hash !== '')
  return {
    pages: Object.fromEntries(
      standing.map(({ url, etag, lastModified, hash, depth }) => [url, { etag, lastModified, hash, depth }]),
    ),
    pending,
  }
}

const causeOf = ({ cause, traceparent }: Crawl): Cause => ({ id: cause, traceparent })
