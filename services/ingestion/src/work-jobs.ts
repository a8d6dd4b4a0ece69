import { randomUUID } from 'node:crypto'
import { DocumentError } from '@lectern/documents'
import { type Cause, isTemporary, type Outbox, outboxEntry } from '@lectern/service'
import { WebError } from '@lectern/web/web-error'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { fetchOriginal } from './fetch-original.ts'
import { ingestDocument, type Progress } from './ingest-document.ts'
import type { Job, Jobs } from './models/job.ts'

const maxAttempts = 8
/** A site that is away keeps people waiting; a fetch tries twice by itself. */
const maxFetches = 4
const longestSiteWaitMs = 120_000
const lookEveryMs = 1000
const tellEveryMs = 500
const retryMs = (attempt: number) => Math.min(60_000, 2000 * 2 ** attempt) * (0.5 + Math.random() / 2)

const gaveUp =
  'Reading this file failed several times. Delete it and upload it again; if that fails too, save it in another format first.'

export type Workers = {
  /** There may be a new job. */
  wake(): void
  /** Lets go of the running jobs, so that another worker can go on with them at once. */
  close(): Promise<void>
}

/** Works through the jobs, so many at once; each is held by a lease that is renewed while it runs. */
export function startWorkers(
  context: Context & { log: FastifyBaseLogger; jobs: Jobs; outbox: Outbox },
  atOnce: number,
  leaseMs: number,
): Workers {
  const worker = randomUUID()
  const stopping = new AbortController()
  let look = Promise.withResolvers<void>()

  const loop = async () => {
    while (!stopping.signal.aborted) {
      // Taken before the look, so that a job that comes meanwhile is not missed.
      const woken = look.promise
      const job = await context.jobs.claim(worker, leaseMs).catch((err) => {
        context.log.warn({ err }, 'jobs could not be read')
        return null
      })
      if (job)
        await work(job).catch((err) => context.log.error({ err, file: job._id }, 'the job waits for its lease to end'))
      else await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, lookEveryMs))])
    }
  }

  const work = async (job: Job) => {
    const log = context.log.child({ org: job.orgId, file: job._id, attempt: job.attempts })
    const lost = new AbortController()
    const signal = AbortSignal.any([lost.signal, stopping.signal])
    const lose = () => lost.abort(new Error('the job was deleted or taken over'))
    const beat = setInterval(async () => {
      const held = await context.jobs.renew(job, worker, leaseMs).catch(() => true)
      if (!held) lose()
    }, leaseMs / 3)
    const started = performance.now()
    try {
      if (job.attempts > maxAttempts) throw new DocumentError('crashed')
      if (job.toFetch) await fetch(job, signal, lose)
      const progress = await ingestDocument(job, { ...context, signal }, teller(job, lose))
      await context.index.refresh()
      const { pages, chunks } = progress
      if (chunks === 0) throw new DocumentError('empty')
      // What was read before goes only now, so that the file answers all the time.
      if (job.revision > 1) await context.index.deleteFile(job.orgId, job._id, { except: job.revision })
      await settle(
        job,
        { status: 'done', pages, chunks, readRevision: job.revision },
        outboxEntry('document.ingested', causeOf(job), { kbId: job.kbId, pages, chunks }),
      )
      log.info({ pages, chunks, ms: Math.round(performance.now() - started) }, 'document ingested')
    } catch (error) {
      await fail(job, error, signal, log)
    } finally {
      clearInterval(beat)
      if (lost.signal.aborted) await clear(job)
    }
  }

  /** Takes away what was written after the job was deleted, by itself or with its organization, or after a newer upload took its place. */
  const clear = async (job: Job) => {
    const now = await context.jobs.find(job.orgId, job._id)
    if (!now || now.status === 'deleted') {
      await context.index.deleteFile(job.orgId, job._id)
      if (job.url) await context.blobs.delete(job.blobKey)
    } else if (now.revision !== job.revision)
      await context.index.deleteFile(job.orgId, job._id, { revision: job.revision })
  }

  /** Gets the page of a job and tells what it is. */
  const fetch = async (job: Job, signal: AbortSignal, lose: () => void) => {
    const { url, name, ext, mime, size } = await fetchOriginal(job, { ...context, signal })
    Object.assign(job, { url, name, ext, toFetch: false })
    const about = { kbId: job.kbId, url, name, ext, mime, size: BigInt(size) }
    const entry = outboxEntry('document.fetched', causeOf(job), about)
    if (!(await context.jobs.advance(job, worker, { url, name, ext, toFetch: false }, entry))) return lose()
    context.outbox.wake(job._id)
  }

  /** Keeps the progress after each group, and tells of it twice a second at most. */
  const teller = (job: Job, lose: () => void) => {
    let told = 0
    return async ({ pagesDone, pages, chunks }: Progress) => {
      const due = Date.now() - told >= tellEveryMs
      if (due) told = Date.now()
      const entry = due
        ? outboxEntry('document.progress', causeOf(job), { kbId: job.kbId, pagesDone, pages })
        : undefined
      const held = await context.jobs.advance(job, worker, { pagesDone, pages, chunks }, entry)
      if (!held) return lose()
      // Who gets further starts to count anew, or many restarts would fail a long document.
      job.attempts = 1
      if (entry) context.outbox.wake(job._id)
    }
  }

  const settle = async (job: Job, state: Partial<Job>, entry: ReturnType<typeof outboxEntry>) => {
    await context.jobs.advance(job, worker, state, entry)
    context.outbox.wake(job._id)
  }

  const fail = async (job: Job, error: unknown, signal: AbortSignal, log: FastifyBaseLogger) => {
    if (stopping.signal.aborted) return context.jobs.postpone(job, worker, 0)
    if (signal.aborted) return log.info('the job was given up: deleted or taken over')
    const isWeb = error instanceof WebError
    const isRefused = error instanceof DocumentError || (isWeb && !error.temporary)
    const final = isRefused || job.attempts >= (isWeb ? maxFetches : maxAttempts)
    log[final ? 'info' : 'warn'](
      { err: error, temporary: isTemporary(error) },
      final ? 'document refused' : 'document will be tried again',
    )
    const asked = isWeb ? Math.min(error.retryAfterMs ?? 0, longestSiteWaitMs) : 0
    if (!final) return context.jobs.postpone(job, worker, Math.max(asked, retryMs(job.attempts)))
    const isTold = error instanceof DocumentError || isWeb
    const [code, message] = isTold ? [error.code, error.message] : ['unreadable', gaveUp]
    if (!(await context.jobs.renew(job, worker, leaseMs))) return
    // What was already searchable of a file that failed would answer without the rest.
    const which = job.readRevision > 0 ? { revision: job.revision } : 'all'
    await context.index.deleteFile(job.orgId, job._id, which)
    await settle(
      job,
      { status: 'failed' },
      outboxEntry('document.failed', causeOf(job), { kbId: job.kbId, code, message }),
    )
  }

  const loops = Array.from({ length: atOnce }, loop)
  return {
    wake() {
      look.resolve()
      look = Promise.withResolvers()
    },
    async close() {
      stopping.abort(new Error('stopping'))
      look.resolve()
      await Promise.all(loops)
    },
  }
}

const causeOf = ({ cause, traceparent }: Job): Cause => ({ id: cause, traceparent })
