import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from './app.ts'
import type { Crawl } from './models/crawl.ts'
import type { Job } from './models/job.ts'
import type { Outcome, SitePage } from './models/site-page.ts'

/** What a run came to. */
export type Summary = {
  pagesNew: number
  pagesChanged: number
  pagesUnchanged: number
  pagesRemoved: number
  pagesFailed: number
  chunks: number
  chunksEmbedded: number
  stopped: string
  error: string
  problems: { url: string; message: string }[]
}

const lookEveryMs = 500
/** A page that takes longer than this after the visit of all is told as failed. */
const readWithinMs = 3_600_000
const problemsTold = 20

const refused = 'This page was not taken: there is no room for it, or it was deleted meanwhile.'
const slow = 'Reading this page took too long. It is tried again the next time.'
const nothingFound =
  'There is no page with text at this address. Pages that are made by scripts come without their text; check the address, or upload the pages as files.'

/** Waits until all pages that were found are read, and counts. @throws the reason of the signal */
export async function sumUpCrawl(
  { pages, jobs }: Pick<Context, 'pages' | 'jobs'>,
  crawl: Crawl,
  signal: AbortSignal,
): Promise<Summary> {
  const { orgId, _id, run, stopped } = crawl
  const end = (crawl.visitedAt?.getTime() ?? 0) + readWithinMs
  for (;;) {
    const all = await pages.list(orgId, _id)
    const ids = all.map((page) => page._id)
    const jobOf = new Map((await jobs.listOf(orgId, ids)).map((job) => [job._id, job]))
    const states = all.map((page) => ({ page, job: jobOf.get(page._id), ...stateOf(page, jobOf.get(page._id), run) }))
    if (states.some(({ isWaiting }) => isWaiting) && Date.now() < end) await pause(lookEveryMs, undefined, { signal })
    else {
      for (const { page, isRefused } of states) if (isRefused) await pages.keepRefused(orgId, page._id, refused)
      await pages.forgetContent(
        orgId,
        states.filter(({ isUnread }) => isUnread).map(({ page }) => page._id),
      )
      return count(states, run, stopped)
    }
  }
}

type State = { isFound: boolean; isWaiting: boolean; isRefused: boolean; isUnread: boolean }

/** How far a page is that was found in this run; `job` is of its file. */
function stateOf(page: SitePage, job: Job | undefined, run: number): State {
  const isFound = page.run === run && (page.outcome === 'new' || page.outcome === 'changed')
  const isRefused = isFound && job?.status === 'deleted'
  const isDone = job?.blobKey === page.blobKey && job.status === 'done'
  const isFailed = job?.blobKey === page.blobKey && job.status === 'failed'
  return {
    isFound,
    isRefused,
    isUnread: isFound && !isRefused && !isDone,
    isWaiting: isFound && !isRefused && !isDone && !isFailed,
  }
}

function count(states: (State & { page: SitePage; job: Job | undefined })[], run: number, stopped: string): Summary {
  const counts: Record<Outcome, number> = { new: 0, changed: 0, unchanged: 0, gone: 0, failed: 0 }
  const problems: Summary['problems'] = []
  let chunks = 0
  let chunksEmbedded = 0
  for (const { page, job, isFound, isRefused, isUnread } of states) {
    if (page.hash !== '' && job?.status === 'done') {
      chunks += job.chunks
      if (isFound) chunksEmbedded += job.chunks
    }
    if (page.run !== run) continue
    const isFailed = isRefused || isUnread || page.outcome === 'failed'
    counts[isFailed ? 'failed' : page.outcome] += 1
    const message = isRefused ? refused : isUnread ? job?.error || slow : page.problem
    if (isFailed) problems.push({ url: page.url, message })
  }
  const stands = states.some(({ page, isRefused }) => page.hash !== '' && !isRefused)
  return {
    pagesNew: counts.new,
    pagesChanged: counts.changed,
    pagesUnchanged: counts.unchanged,
    pagesRemoved: counts.gone,
    pagesFailed: counts.failed,
    chunks,
    chunksEmbedded,
    stopped,
    error: stands ? '' : (problems[0]?.message ?? nothingFound),
    problems: problems.slice(0, problemsTold),
  }
}
