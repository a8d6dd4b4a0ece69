import type { CrawlReceipt, KnownPage, SiteState } from './crawl-site.ts'
import type { createFrontier, Stop } from './frontier.ts'
import { normalizeUrl, pageKey } from './normalize-url.ts'
import type { Visit } from './visit-page.ts'
import { WebError } from './web-error.ts'
import { isWorthVisiting } from './worth-visiting.ts'

type Reason = Extract<CrawlReceipt, { outcome: 'gone' }>['reason']

const mostHops = 5
const mostPending = 1_000

/** Keeps what a crawl has seen and what stands, and makes the receipts. */
export function createSiteBook(
  frontier: ReturnType<typeof createFrontier>,
  last: SiteState = { pages: {}, pending: [] },
  maxDepth: number,
) {
  const known = new Map(Object.entries(last.pages).map(([url, page]) => [pageKey(new URL(url)), { url, page }]))
  const next: SiteState = { pages: { ...last.pages }, pending: [] }
  const seen = new Set<string>()
  const standing = new Set<string>()
  /** The key of the page that stands for each content. */
  const contents = new Map<string, string>()
  /** Pages that wait for the one they name as canonical. */
  const aliases = new Map<string, Stop[]>()
  let host = ''
  let homeKey = ''
  let homeAhead = true

  function begin(url: URL): void {
    host = url.host
    homeKey = pageKey(url)
    seen.add(homeKey)
    frontier.addNext({ url, key: homeKey, depth: 0, hops: 0, isOwn: false })
  }

  function* settle(stop: Stop, visit: Visit): Generator<CrawlReceipt> {
    if (stop.key === homeKey) homeAhead = false
    yield* outcomeOf(stop, visit)
    const waiting = aliases.get(stop.key) ?? []
    aliases.delete(stop.key)
    for (const alias of waiting) {
      if (standing.has(stop.key)) yield* drop(alias, 'duplicate')
      else frontier.addNext({ ...alias, isOwn: true })
    }
  }

  function* outcomeOf(stop: Stop, visit: Visit): Generator<CrawlReceipt> {
    switch (visit.result) {
      case 'disallowed':
        if (stop.key === homeKey && !known.has(stop.key)) {
          yield failed(stop, new WebError('refused', { message: disallowed }))
        }
        return yield* drop(stop, 'disallowed')
      case 'moved':
        return yield* moved(stop, visit.to)
      case 'unchanged': {
        const { page } = known.get(stop.key) ?? {}
        // Only a page that is known is asked after by its validators.
        if (page) yield stand(stop, visit.url, { ...page, ...validatorsOf(visit.validators) })
        return
      }
      case 'failed':
        if (visit.error.code === 'not_found' && known.has(stop.key)) return yield* drop(stop, 'not_found')
        return yield failed(stop, visit.error)
      case 'fetched':
        return yield* fetched(stop, visit)
    }
  }

  function* moved(stop: Stop, to: URL): Generator<CrawlReceipt> {
    yield* drop(stop, 'moved')
    const isHome = stop.key === homeKey
    if (isHome) {
      // The site is where its start leads.
      host = to.host
      homeKey = pageKey(to)
    }
    if (stop.hops === mostHops || (isHome && seen.has(homeKey))) {
      return yield failed(stop, new WebError('too_many_redirects'))
    }
    if (seen.has(pageKey(to)) || !(isHome || isWorthVisiting(to, host))) return
    if (isHome) homeAhead = true
    visitNext(to, { ...stop, hops: stop.hops + 1 })
  }

  function* fetched(stop: Stop, { url, page, hash }: Extract<Visit, { result: 'fetched' }>): Generator<CrawlReceipt> {
    const canonical = stop.isOwn || !page.canonicalUrl ? null : new URL(page.canonicalUrl)
    const canonicalKey = canonical ? pageKey(canonical) : stop.key
    if (canonical && canonicalKey !== stop.key && isWorthVisiting(canonical, host)) {
      if (standing.has(canonicalKey)) return yield* drop(stop, 'duplicate')
      const waiting = aliases.get(canonicalKey)
      if (waiting) return void waiting.push(stop)
      if (!seen.has(canonicalKey)) {
        aliases.set(canonicalKey, [stop])
        return visitNext(canonical, { ...stop, isOwn: true })
      }
    }
    if (stop.depth < maxDepth) for (const link of page.links) addLink(new URL(link), stop.depth + 1)
    if (hash instanceof WebError) return yield failed(stop, hash)
    if ((contents.get(hash) ?? stop.key) !== stop.key) return yield* drop(stop, 'duplicate')
    contents.set(hash, stop.key)
    const now = { ...validatorsOf(page), hash, depth: stop.depth }
    const before = known.get(stop.key)?.page
    const receipt = stand(stop, url, now)
    yield before?.hash === hash ? receipt : { ...receipt, outcome: before ? 'changed' : 'new', page }
  }

  /** Enters a page as standing. */
  function stand({ key }: Stop, url: URL, page: KnownPage): Extract<CrawlReceipt, { outcome: 'unchanged' }> {
    const address = known.get(key)?.url ?? url.href
    standing.add(key)
    contents.set(page.hash, key)
    next.pages[address] = page
    return { outcome: 'unchanged', url: address, known: page }
  }

  function* drop({ key }: Stop, reason: Reason): Generator<CrawlReceipt> {
    const before = known.get(key)
    if (!before) return
    delete next.pages[before.url]
    known.delete(key)
    yield { outcome: 'gone', url: before.url, reason }
  }

  function failed({ url, key, depth }: Stop, error: WebError): CrawlReceipt {
    const before = known.get(key)
    if (!before && error.code !== 'not_found') next.pending.push({ url: url.href, depth })
    return { outcome: 'failed', url: before?.url ?? url.href, error }
  }

  function visitNext(url: URL, stop: Stop): void {
    const key = pageKey(url)
    seen.add(key)
    frontier.addNext({ ...stop, url: normalizeUrl(url), key })
  }

  function addLink(url: URL, depth: number): void {
    if (!isWorthVisiting(url, host)) return
    const stop = { url: normalizeUrl(url), key: pageKey(url), depth, hops: 0, isOwn: false }
    if (!seen.has(stop.key) && frontier.add(stop)) seen.add(stop.key)
  }

  return {
    begin,
    settle,
    addLink,
    knownAt: (key: string) => known.get(key),
    /** Whether the page where the start leads is still to come. */
    homeIsAhead: () => homeAhead,
    standing: () => standing.size,
    /** Puts the pages of the last crawl before all others, as what is new may be one of them under another address. */
    addKnown(): void {
      const before = Object.entries(last.pages).map(([url, { depth }]) => ({ url, depth }))
      for (const { url, depth } of [...before, ...last.pending]) {
        const stop = { url: new URL(url), key: pageKey(new URL(url)), depth, hops: 0, isOwn: false }
        if (seen.has(stop.key)) continue
        seen.add(stop.key)
        frontier.addFirst(stop)
      }
    },
    /** The state for the next crawl. */
    leave(): SiteState {
      const left = frontier.left().filter(({ key }) => !known.has(key))
      const pending = [...next.pending, ...left.map(({ url, depth }) => ({ url: url.href, depth }))]
      return { pages: next.pages, pending: pending.slice(0, mostPending) }
    },
  }
}

const disallowed = 'The site asks in its robots.txt that this page is not read by programs.'

function validatorsOf({ etag, lastModified }: { etag: string | null; lastModified: string | null }) {
  return { etag, lastModified }
}
