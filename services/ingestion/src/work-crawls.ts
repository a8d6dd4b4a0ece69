import { isTemporary, outboxEntry } from '@lectern/service'
import { WebError } from '@lectern/web/web-error'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { crawlWebsite } from './crawl-website.ts'
import { type Held, startWork, type Workers } from './leased-work.ts'
import type { Crawl } from './models/crawl.ts'
import { type Summary, sumUpCrawl } from './sum-up-crawl.ts'

const maxAttempts = 5
const retryMs = (attempt: number) => Math.min(60_000, 2000 * 2 ** attempt) * (0.5 + Math.random() / 2)

const gaveUp = 'Reading this website failed several times. Try it again later.'

/** Works through the websites that are to be read. */
export function startCrawlWorkers(
  context: Context & { log: FastifyBaseLogger },
  atOnce: number,
  leaseMs: number,
): Workers {
  const work = async (held: Held<Crawl>) => {
    const { task: crawl, worker, signal } = held
    const log = context.log.child({ org: crawl.orgId, crawl: crawl._id, run: crawl.run, attempt: crawl.attempts })
    try {
      if (crawl.attempts > maxAttempts) throw new Error('the crawl was begun too often')
      if (!crawl.visitedAt) await crawlWebsite(context, held)
      const visited = await context.crawls.find(crawl.orgId, crawl._id)
      if (!visited) return
      const summary = await sumUpCrawl(context, visited, signal)
      await finish(held, summary)
      const { problems, ...counts } = summary
      log.info({ ...counts, problems: problems.length }, 'website read')
    } catch (error) {
      if (held.isStopping()) return context.crawls.postpone(crawl, worker, 0)
      if (held.isLost()) return forget(crawl)
      await fail(held, error, log)
    }
  }

  const fail = async (held: Held<Crawl>, error: unknown, log: FastifyBaseLogger) => {
    const { task: crawl, worker } = held
    const isFinal = (error instanceof WebError && !error.temporary) || crawl.attempts >= maxAttempts
    const outcome = isFinal ? 'website not read' : 'website will be tried again'
    log[isFinal ? 'info' : 'warn']({ err: error, temporary: isTemporary(error) }, outcome)
    if (!isFinal) return context.crawls.postpone(crawl, worker, retryMs(crawl.attempts))
    await finish(held, { ...nothing, error: error instanceof WebError ? error.message : gaveUp })
  }

  const finish = async ({ task: crawl, worker }: Held<Crawl>, summary: Summary) => {
    const { cause, traceparent, kbId, run, _id } = crawl
    const entry = outboxEntry('crawl.finished', { id: cause, traceparent }, { ...summary, kbId, run })
    await context.crawls.advance(crawl, worker, { status: 'done' }, entry)
    context.crawlOutbox.wake(_id)
  }

  /** What was entered after the website was deleted. */
  const forget = async ({ orgId, _id }: Crawl) => {
    const now = await context.crawls.find(orgId, _id)
    if (now?.status === 'deleted') await context.pages.remove(orgId, _id)
  }

  return startWork({
    atOnce,
    leaseMs,
    log: context.log,
    claim: (worker) => context.crawls.claim(worker, leaseMs),
    renew: (crawl, worker) => context.crawls.renew(crawl, worker, leaseMs),
    work,
  })
}

const nothing: Summary = {
  pagesNew: 0,
  pagesChanged: 0,
  pagesUnchanged: 0,
  pagesRemoved: 0,
  pagesFailed: 0,
  chunks: 0,
  chunksEmbedded: 0,
  stopped: '',
  error: '',
  problems: [],
}
