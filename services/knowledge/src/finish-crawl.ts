import type { IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'
import type { Crawl, Receipt } from './models/crawl.ts'

const dayMs = 24 * 3_600_000
const everyMs = { never: null, day: dayMs, week: 7 * dayMs } as const
const reasons = ['page_limit', 'time_limit', 'site_trouble'] as const

/** Keeps the receipt of a website's run, and when the next one is due. */
export async function finishCrawl(
  { crawls }: Pick<Context, 'crawls'>,
  { orgId, aggregateId, time, payload }: IncomingEvent<'crawl.finished'>,
): Promise<void> {
  const crawl = await crawls.find(orgId, aggregateId)
  if (!crawl) return
  const receipt: Receipt = {
    startedAt: crawl.startedAt,
    finishedAt: time,
    new: payload.pagesNew,
    changed: payload.pagesChanged,
    unchanged: payload.pagesUnchanged,
    removed: payload.pagesRemoved,
    failed: payload.pagesFailed,
    chunks: payload.chunks,
    chunksEmbedded: payload.chunksEmbedded,
    stopped: reasons.find((each) => each === payload.stopped) ?? null,
    error: payload.error || null,
    problems: payload.problems.map(({ url, message }) => ({ url, message })),
  }
  const status = receipt.error ? 'failed' : 'done'
  await crawls.finish(orgId, aggregateId, payload.run, { status, nextAt: nextOf(crawl), receipt })
}

function nextOf({ every, startedAt }: Crawl): Date | null {
  const ms = everyMs[every]
  return ms === null ? null : new Date(startedAt.getTime() + ms)
}
