import { type Aggregate, aggregateFields, duplicateKey, type OutboxEntry, tell } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'
import { open, turnOf } from './turn.ts'

/** One document to be read; `_id` is the file's. `pagesDone` is where a takeover goes on. */
export type Job = Aggregate & {
  kbId: string
  name: string
  blobKey: string
  /** The address of the page it is, and the extension of what is there; empty for a file. */
  url: string
  ext: string
  /** The page is still to be fetched. */
  toFetch: boolean
  /** The version of the upload that is read, and the last one that was read to its end. */
  revision: number
  readRevision: number
  /** The event of its upload, and the trace that belongs to. */
  cause: string
  traceparent: string
  status: 'waiting' | 'running' | 'done' | 'failed' | 'deleted'
  /** Why it failed. */
  error: string
  attempts: number
  /** The fewer others of its organization are open, the sooner. */
  turn: number
  pages: number
  pagesDone: number
  chunks: number
  leaseBy: string
  /** Nobody else may take the job before; also the time of the next try. */
  leaseUntil: Date
  createdAt: Date
}

const schema = new Schema<Job>({
  _id: { type: String, required: true },
  ...aggregateFields,
  kbId: { type: String, required: true },
  name: { type: String, default: '' },
  blobKey: { type: String, default: '' },
  url: { type: String, default: '' },
  ext: { type: String, default: '' },
  toFetch: { type: Boolean, default: false },
  revision: { type: Number, default: 1 },
  readRevision: { type: Number, default: 0 },
  cause: { type: String, default: '' },
  traceparent: { type: String, default: '' },
  status: { type: String, required: true },
  error: { type: String, default: '' },
  attempts: { type: Number, default: 0 },
  turn: { type: Number, default: 0 },
  pages: { type: Number, default: 0 },
  pagesDone: { type: Number, default: 0 },
  chunks: { type: Number, default: 0 },
  leaseBy: { type: String, default: '' },
  leaseUntil: { type: Date, required: true },
  createdAt: { type: Date, required: true },
})

schema.index({ status: 1, turn: 1, createdAt: 1 })
schema.index({ orgId: 1, status: 1 })

export type NewJob = Pick<
  Job,
  '_id' | 'kbId' | 'name' | 'blobKey' | 'url' | 'ext' | 'toFetch' | 'revision' | 'cause' | 'traceparent'
>

export type Jobs = ReturnType<typeof jobModel>

/** The queries of jobs. Those a worker makes name its lease, so that one that lost its job changes nothing. */
export function jobModel(db: Connection) {
  const Jobs = db.model<Job>('Job', schema)
  const held = (job: Job, worker: string) => ({
    _id: job._id,
    orgId: job.orgId,
    leaseBy: worker,
    status: 'running' as const,
    // A newer upload may be held by the same worker.
    revision: job.revision,
  })

  return {
    model: Jobs,

    /**
     * A newer upload of a file takes the place of the one before, also while that is being read. A second delivery, or
     * one after the deletion, changes nothing; the latter is answered with `vanished`.
     */
    async add(orgId: number, { _id, ...job }: NewJob, vanished: OutboxEntry): Promise<void> {
      const now = new Date()
      const turn = await turnOf(Jobs, orgId, _id)
      const fresh = { ...job, turn, status: 'waiting' as const, leaseUntil: now, createdAt: now }
      const newer = await Jobs.updateOne(
        { _id, orgId, revision: { $lt: job.revision }, status: { $ne: 'deleted' } },
        { $set: { ...fresh, attempts: 0, pages: 0, pagesDone: 0, chunks: 0, leaseBy: '' } },
      )
      if (newer.matchedCount > 0) return
      await Jobs.create({ _id, orgId, ...fresh }).catch(ignoreDuplicate)
      await Jobs.updateOne({ _id, orgId, status: 'deleted' }, tell(vanished))
    },

    /** Leaves a mark without anything of the document, even where the upload was not heard of yet. */
    async markDeleted(orgId: number, id: string, kbId: string): Promise<void> {
      const now = new Date()
      const update = {
        $set: { status: 'deleted' as const, leaseBy: '', name: '', url: '', blobKey: '' },
        $setOnInsert: { kbId, leaseUntil: now, createdAt: now },
      }
      await Jobs.updateOne({ _id: id, orgId }, update, { upsert: true })
    },

    /**
     * Takes a job that waits or whose worker gave no sign of life: of each organization one after the other, so that many documents
     * of one keep nobody else waiting; the oldest first.
     */
    claim(worker: string, leaseMs: number): Promise<Job | null> {
      const now = Date.now()
      return Jobs.findOneAndUpdate(
        { status: { $in: open }, leaseUntil: { $lte: new Date(now) } },
        { $set: { status: 'running', leaseBy: worker, leaseUntil: new Date(now + leaseMs) }, $inc: { attempts: 1 } },
        { sort: { turn: 1, createdAt: 1 }, returnDocument: 'after', lean: true },
      )
    },

    /** False when the job was deleted or taken over. */
    async renew(job: Job, worker: string, leaseMs: number): Promise<boolean> {
      const renewed = await Jobs.updateOne(held(job, worker), { $set: { leaseUntil: new Date(Date.now() + leaseMs) } })
      return renewed.matchedCount === 1
    },

    /** Keeps how far the job is, with the event that tells of it where there is one. Its tries count anew. */
    async advance(
      job: Job,
      worker: string,
      state: Partial<
        Pick<
          Job,
          'pages' | 'pagesDone' | 'chunks' | 'status' | 'url' | 'name' | 'ext' | 'toFetch' | 'readRevision' | 'error'
        >
      >,
      entry?: OutboxEntry,
    ): Promise<boolean> {
      const told = entry ? tell(entry) : { $set: {} }
      const moved = await Jobs.updateOne(held(job, worker), { ...told, $set: { ...told.$set, ...state, attempts: 1 } })
      return moved.matchedCount === 1
    },

    /** Back to waiting, for a later try. */
    async postpone(job: Job, worker: string, delayMs: number): Promise<void> {
      await Jobs.updateOne(held(job, worker), {
        $set: { status: 'waiting', leaseUntil: new Date(Date.now() + delayMs) },
      })
    },

    /** How far the reading of these files is. */
    listOf(orgId: number, ids: string[]): Promise<Job[]> {
      return Jobs.find({ _id: { $in: ids }, orgId })
        .sort({ _id: 1 })
        .lean<Job[]>()
    },

    /** Of all organizations. */
    countWaiting(): Promise<number> {
      return Jobs.countDocuments({ status: 'waiting' })
    },

    find(orgId: number, id: string): Promise<Job | null> {
      return Jobs.findOne({ _id: id, orgId }).lean<Job>()
    },
  }
}

const ignoreDuplicate = (error: { code?: number }) => {
  if (error.code !== duplicateKey) throw error
}
