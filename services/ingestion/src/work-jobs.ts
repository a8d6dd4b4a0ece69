import { randomUUID } from 'node:crypto'
import { DocumentError } from '@lectern/documents'
import { type Cause, isTemporary, type Outbox, outboxEntry } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { ingestDocument, type Progress } from './ingest-document.ts'
import type { Job, Jobs } from './models/job.ts'

const maxAttempts = 8
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
      const progress = await ingestDocument(job, { ...context, signal }, teller(job, lose))
      await context.index.refresh()
      const { pages, chunks } = progress
      if (chunks === 0) throw new DocumentError('empty')
      await settle(
        job,
        { status: 'done', pages, chunks },
        outboxEntry('document.ingested', causeOf(job), { kbId: job.kbId, pages, chunks }),
      )
      log.info({ pages, chunks, ms: Math.round(performance.now() - started) }, 'document ingested')
    } catch (error) {
      await fail(job, error, signal, log)
    } finally {
      clearInterval(beat)
      if (lost.signal.aborted && (await context.jobs.isDeleted(job.orgId, job._id)))
        await context.index.deleteFile(job.orgId, job._id)
    }
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
    const final = error instanceof DocumentError || job.attempts >= maxAttempts
    log[final ? 'info' : 'warn'](
      { err: error, temporary: isTemporary(error) },
      final ? 'document refused' : 'document will be tried again',
    )
    if (!final) return context.jobs.postpone(job, worker, retryMs(job.attempts))
    const [code, message] = error instanceof DocumentError ? [error.code, error.message] : ['unreadable', gaveUp]
    if (!(await context.jobs.renew(job, worker, leaseMs))) return
    // What was already searchable of a file that failed would answer without the rest.
    await context.index.deleteFile(job.orgId, job._id)
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
