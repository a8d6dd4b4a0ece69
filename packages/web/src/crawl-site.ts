import { parseAddress } from './address-guard.ts'
import { type Client, createClient } from './client.ts'
import { createFrontier, type Stop } from './frontier.ts'
import type { FetchedPage, Validators } from './get-page.ts'
import { normalizeUrl } from './normalize-url.ts'
import { createPace } from './pace.ts'
import type { WebOptions } from './settings.ts'
import { createSiteBook } from './site-book.ts'
import { readSitemaps } from './sitemaps.ts'
import { createVisitor, type VisitOptions } from './visit-page.ts'
import type { WebError } from './web-error.ts'

/** What is kept of a page from one crawl to the next. */
export type KnownPage = Validators & { hash: string; depth: number }

/** What a crawl leaves for the next one: the pages that stand, and those it did not get to or could not fetch. */
export type SiteState = { pages: Record<string, KnownPage>; pending: { url: string; depth: number }[] }

/** What became of one page. Pages that are no news, as they stand under another address, have no receipt. */
export type CrawlReceipt =
  | { outcome: 'new' | 'changed'; url: string; known: KnownPage; page: FetchedPage }
  | { outcome: 'unchanged'; url: string; known: KnownPage }
  /** Of a page of the last crawl that is none any more. */
  | { outcome: 'gone'; url: string; reason: 'not_found' | 'moved' | 'disallowed' | 'duplicate' }
  /** A page of the last crawl keeps its state. */
  | { outcome: 'failed'; url: string; error: WebError }

/** The last word of a crawl. `stopped` is null when all pages were visited. */
export type CrawlEnd = {
  outcome: 'end'
  stopped: 'page_limit' | 'time_limit' | 'site_trouble' | null
  state: SiteState
}

export type CrawlOptions = WebOptions &
  VisitOptions & {
    /** What the last crawl left. */
    state?: SiteState
    /** Most pages to come out of it. Default 500. */
    maxPages?: number
    /** Most links from the start, a sitemap or a page without links to it. Default 5. */
    maxDepth?: number
    /** Least time between two requests, in milliseconds; the site's Crawl-delay may make it longer. Default 1 s. */
    pauseMs?: number
    /** Longest time for all of it, in milliseconds. Default 2 h. */
    maxMs?: number
    idleMs?: number
  }

// A site that fails so often in a row is left in peace.
const mostTroubles = 5

/**
 * Visits the pages of a site one at a time: those of the last crawl, of its sitemaps and those they link to, on the host
 * where `start` leads. Yields a receipt for each page as it comes, and last the end with the state for the next crawl.
 * @throws WebError when the start is no fit address or the site does not tell what robots may read; the reason of `signal`
 */
export async function* crawlSite(
  start: string,
  options: CrawlOptions = {},
): AsyncGenerator<CrawlReceipt | CrawlEnd, void> {
  const { userAgent, from, allowedHosts, resolve, idleMs } = options
  const home = normalizeUrl(parseAddress(start))
  const client = createClient({ userAgent, from, allowedHosts, resolve }, idleMs)
  try {
    yield* crawl(client, home, options)
  } finally {
    await client.close()
  }
}

async function* crawl(
  client: Client,
  start: URL,
  options: CrawlOptions,
): AsyncGenerator<CrawlReceipt | CrawlEnd, void> {
  const { maxPages = 500, maxDepth = 5, pauseMs = 1_000, maxMs = 7_200_000, state, signal } = options
  const end = performance.now() + maxMs
  const pace = createPace(pauseMs, signal)
  const visitor = createVisitor(client, pace, options)
  const frontier = createFrontier()
  const book = createSiteBook(frontier, state, maxDepth)
  await visitor.robotsOf(start)

  let stopped: CrawlEnd['stopped'] = null
  let isOpen = false
  let requests = 0
  let troubles = 0
  book.begin(start)
  for (let stop = frontier.take(); stop; stop = frontier.take()) {
    if (book.standing() >= maxPages || requests >= 3 * maxPages + 50) stopped = 'page_limit'
    else if (performance.now() > end) stopped = 'time_limit'
    else if (troubles >= mostTroubles) stopped = 'site_trouble'
    if (stopped) {
      frontier.addNext(stop)
      break
    }
    requests += 1
    const visit = await visitor.visit(stop, book.knownAt(stop.key)?.page)
    troubles = visit.result === 'failed' && visit.error.temporary ? troubles + 1 : 0
    yield* book.settle(stop, visit)
    if (!isOpen && !book.homeIsAhead()) {
      isOpen = true
      await openSite(stop)
    }
  }
  yield { outcome: 'end', stopped, state: book.leave() }

  /** What is known of the site beside its start. */
  async function openSite({ url }: Stop): Promise<void> {
    book.addKnown()
    const robots = await visitor.robotsOf(url)
    const standard = new URL('/sitemap.xml', url)
    const sitemaps = robots.sitemaps.length > 0 || !robots.allows(standard) ? robots.sitemaps : [standard.href]
    for (const page of await readSitemaps(client, sitemaps, { maxPages: 4 * maxPages, pause: pace.pause, signal }))
      book.addLink(new URL(page), 0)
  }
}
