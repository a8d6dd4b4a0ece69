import type { Client } from './client.ts'
import { pageBytes, pageMs } from './fetch-page.ts'
import type { Stop } from './frontier.ts'
import { type FetchedPage, getPage, type Validators } from './get-page.ts'
import { normalizeUrl, pageKey } from './normalize-url.ts'
import type { Pace } from './pace.ts'
import { withRetries } from './retry.ts'
import { type Robots, readRobots } from './robots.ts'
import { contentHash } from './text-hash.ts'
import { WebError } from './web-error.ts'

/** What came of a visit. A page whose text cannot be read has an error in place of its hash. */
export type Visit =
  | { result: 'disallowed' }
  | { result: 'moved'; to: URL }
  | { result: 'unchanged'; url: URL; validators: Validators }
  | { result: 'fetched'; url: URL; page: FetchedPage; hash: string | WebError }
  | { result: 'failed'; error: WebError }

export type Visitor = {
  /** What the site of a page asks of robots. @throws WebError */
  robotsOf(url: URL): Promise<Robots>
  /** @throws the reason of the signal */
  visit(stop: Stop, known: Validators | undefined): Promise<Visit>
}

export type VisitOptions = { maxBytes?: number; totalMs?: number; retryWaitMs?: number; signal?: AbortSignal }

const longestRetryWaitMs = 60_000

/** Visits pages one after the other, as robots.txt and the pace allow. */
export function createVisitor(
  client: Client,
  pace: Pace,
  { maxBytes = pageBytes, totalMs = pageMs, retryWaitMs = 2_000, signal }: VisitOptions,
): Visitor {
  const retries = { tries: 3, firstWaitMs: retryWaitMs, longestWaitMs: longestRetryWaitMs }
  const sites = new Map<string, Promise<Robots>>()

  async function robotsOf(url: URL): Promise<Robots> {
    const known = sites.get(url.origin)
    if (known) return known
    const robots = paced(() => readRobots(client, url, signal))
    sites.set(url.origin, robots)
    const { delayMs } = await robots
    pace.slowTo(delayMs)
    return robots
  }

  function paced<Result>(request: () => Promise<Result>): Promise<Result> {
    return withRetries(retries, signal, async () => {
      await pace.pause()
      try {
        return await request()
      } finally {
        pace.ended()
      }
    })
  }

  async function get({ url, key }: Stop, known: Validators | undefined): Promise<Visit> {
    if (!(await robotsOf(url)).allows(url)) return { result: 'disallowed' }
    // On the way from http to https or to the slash at the end it is still the same page; any other is a stop of its own.
    const follows = async (to: URL) => {
      if (pageKey(to) !== key || !(await robotsOf(to)).allows(to)) return false
      await pace.pause()
      return true
    }
    const page = await paced(() => getPage(client, url, { known, maxBytes, totalMs, signal, follows }))
    if (page.status === 'moved') return { result: 'moved', to: page.to }
    const at = normalizeUrl(new URL(page.url))
    if (page.status === 'unchanged') return { result: 'unchanged', url: at, validators: page }
    return { result: 'fetched', url: at, page, hash: await hashOf(page) }
  }

  async function hashOf(page: FetchedPage): Promise<string | WebError> {
    try {
      return await contentHash(page, signal)
    } catch (error) {
      if (error instanceof WebError) return error
      throw error
    }
  }

  return {
    robotsOf,
    async visit(stop, known) {
      try {
        return await get(stop, known)
      } catch (error) {
        if (error instanceof WebError) return { result: 'failed', error }
        throw error
      }
    },
  }
}
