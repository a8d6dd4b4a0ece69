import { DocumentError } from '@lectern/documents'
import {
  type Cause,
  counter,
  gauge,
  histogram,
  isTemporary,
  measure,
  type Outbox,
  outboxEntry,
  startSpan,
  traceId,
} from '@lectern/service'
import { WebError } from '@lectern/web/web-error'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { fetchOriginal } from './fetch-original.ts'
import { ingestDocument, type Progress } from './ingest-document.ts'
import { type Held, startWork, type Workers } from './leased-work.ts'
import type { Job, Jobs } from './models/job.ts'

const waiting = gauge('ingestion_documents_waiting', 'Documents that wait to be read, of all replicas together')
const readSeconds = histogram(
  'ingestion_document_seconds',
  'Time that one try to read a document takes',
  ['outcome'],
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
)
const pagesRead = counter('ingestion_pages_total', 'Pages read')
const chunksMade = counter('ingestion_chunks_total', 'Passages indexed')

const maxAttempts = 8
/** A site that is away keeps people waiting; a fetch tries twice by itself. */
const maxFetches = 4
const longestSiteWaitMs = 120_000
const tellEveryMs = 500
const retryMs = (attempt: number) => Math.min(60_000, 2000 * 2 ** attempt) * (0.5 + Math.random() / 2)

const gaveUp =
  'Reading this file failed several times. Delete it and upload it again; if that fails too, save it in another format first.'

/** Works through the jobs of documents. */
export function startWorkers(
  context: Context & { log: FastifyBaseLogger; jobs: Jobs; outbox: Outbox },
  atOnce: number,
  leaseMs: number,
): Workers {
  const work = async (held: Held<Job>) => {
    const { task: job, signal } = held
    const span = startSpan('read document', 'internal', job.traceparent)
    job.traceparent = span.traceparent
    const log = context.log.child({
      org: job.orgId,
      file: job._id,
      attempt: job.attempts,
      traceId: traceId(job.traceparent),
    })
    const started = performance.now()
    let outcome: 'ingested' | 'not' = 'not'
    try {
      if (job.attempts > maxAttempts) throw new DocumentError('crashed')
      if (job.toFetch) await fetch(held)
      const progress = await ingestDocument(job, { ...context, signal }, teller(held))
      await context.index.refresh()
      const { pages, chunks } = progress
      if (chunks === 0) throw new DocumentError('empty')
      // What was read before goes only now, so that the file answers all the time.
      if (job.revision > 1) await context.index.deleteFile(job.orgId, job._id, { except: job.revision })
      await settle(
        held,
        { status: 'done', pages, chunks, readRevision: job.revision },
        outboxEntry('document.ingested', causeOf(job), { kbId: job.kbId, pages, chunks }),
      )
      outcome = 'ingested'
      pagesRead.inc(pages)
      chunksMade.inc(chunks)
      log.info({ pages, chunks, ms: Math.round(performance.now() - started) }, 'document ingested')
    } catch (error) {
      await fail(held, error, log)
    } finally {
      readSeconds.observe({ outcome }, (performance.now() - started) / 1000)
      span.end({ attributes: { outcome, attempt: job.attempts } })
      if (held.isLost()) await clear(job)
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
  const fetch = async ({ task: job, worker, signal, lose }: Held<Job>) => {
    const { url, name, ext, mime, size } = await fetchOriginal(job, { ...context, signal })
    Object.assign(job, { url, name, ext, toFetch: false })
    const about = { kbId: job.kbId, url, name, ext, mime, size: BigInt(size) }
    const entry = outboxEntry('document.fetched', causeOf(job), about)
    if (!(await context.jobs.advance(job, worker, { url, name, ext, toFetch: false }, entry))) return lose()
    context.outbox.wake(job._id)
  }

  /** Keeps the progress after each group, and tells of it twice a second at most. */
  const teller = ({ task: job, worker, lose }: Held<Job>) => {
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

  const settle = async (
    { task: job, worker }: Held<Job>,
    state: Partial<Job>,
    entry: ReturnType<typeof outboxEntry>,
  ) => {
    await context.jobs.advance(job, worker, state, entry)
    context.outbox.wake(job._id)
  }

  const fail = async (held: Held<Job>, error: unknown, log: FastifyBaseLogger) => {
    const { task: job, worker, signal } = held
    if (held.isStopping()) return context.jobs.postpone(job, worker, 0)
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
      held,
      { status: 'failed', error: message },
      outboxEntry('document.failed', causeOf(job), { kbId: job.kbId, code, message }),
    )
  }

  const end = measure(async () => waiting.set(await context.jobs.countWaiting()))
  const workers = startWork({
    atOnce,
    leaseMs,
    log: context.log,
    claim: (worker) => context.jobs.claim(worker, leaseMs),
    renew: (job, worker) => context.jobs.renew(job, worker, leaseMs),
    work,
  })
  return {
    ...workers,
    async close() {
      end()
      await workers.close()
    },
  }
}

const causeOf = ({ cause, traceparent }: Job): Cause => ({ id: cause, traceparent })
