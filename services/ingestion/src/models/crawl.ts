import { type Aggregate, aggregateFields, duplicateKey, type OutboxEntry, tell } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'
import { open, turnOf } from './turn.ts'

/** A website that is being read, or was; `_id` is the crawl's. What stands on it are its pages. */
export type Crawl = Aggregate & {
  kbId: string
  url: string
  maxPages: number
  maxDepth: number
  run: number
  /** The event that asked for the run, and the trace that belongs to. */
  cause: string
  traceparent: string
  status: 'waiting' | 'running' | 'done' | 'deleted'
  attempts: number
  /** The fewer others of its organization are open, the sooner. */
  turn: number
  /** All pages of the run were visited; they are being read. */
  visitedAt: Date | null
  stopped: string
  /** Pages that were not visited yet. */
  pending: { url: string; depth: number }[]
  leaseBy: string
  /** Nobody else may take it before; also the time of the next try. */
  leaseUntil: Date
  createdAt: Date
}

const schema = new Schema<Crawl>({
  _id: { type: String, required: true },
  ...aggregateFields,
  kbId: { type: String, required: true },
  url: { type: String, default: '' },
  maxPages: { type: Number, default: 0 },
  maxDepth: { type: Number, default: 0 },
  run: { type: Number, default: 0 },
  cause: { type: String, default: '' },
  traceparent: { type: String, default: '' },
  status: { type: String, required: true },
  attempts: { type: Number, default: 0 },
  turn: { type: Number, default: 0 },
  visitedAt: { type: Date, default: null },
  stopped: { type: String, default: '' },
  pending: { type: [new Schema({ url: String, depth: Number }, { _id: false })], default: [] },
  leaseBy: { type: String, default: '' },
  leaseUntil: { type: Date, required: true },
  createdAt: { type: Date, required: true },
})

schema.index({ status: 1, turn: 1, leaseUntil: 1 })
schema.index({ orgId: 1, status: 1 })

export type CrawlRequest = Pick<Crawl, 'kbId' | 'url' | 'maxPages' | 'maxDepth' | 'run' | 'cause' | 'traceparent'>

export type Crawls = ReturnType<typeof crawlModel>

/** The queries of crawls. Those a worker makes name its lease, so that one that lost its crawl changes nothing. */
export function crawlModel(db: Connection) {
  const Crawls = db.model<Crawl>('Crawl', schema, 'crawls')
  const held = ({ _id, orgId, run }: Crawl, worker: string) => ({
    _id,
    orgId,
    run,
    leaseBy: worker,
    status: 'running' as const,
  })

  return {
    model: Crawls,

    /** A run that was asked for before, or after the deletion, changes nothing. */
    async request(orgId: number, id: string, request: CrawlRequest): Promise<void> {
      const now = new Date()
      const turn = await turnOf(Crawls, orgId, id)
      const fresh = {
        ...request,
        turn,
        status: 'waiting' as const,
        attempts: 0,
        visitedAt: null,
        stopped: '',
        leaseBy: '',
        leaseUntil: now,
      }
      try {
        await Crawls.updateOne(
          { _id: id, orgId, run: { $lt: request.run }, status: { $ne: 'deleted' } },
          { $set: fresh, $setOnInsert: { createdAt: now } },
          { upsert: true },
        )
      } catch (error) {
        // There is one, and it is not older.
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
    },

    /** Leaves a mark even where the request was not heard of yet. */
    async markDeleted(orgId: number, id: string, kbId: string): Promise<void> {
      const now = new Date()
      await Crawls.updateOne(
        { _id: id, orgId },
        {
          $set: { status: 'deleted' as const, leaseBy: '', url: '', pending: [] },
          $setOnInsert: { kbId, leaseUntil: now, createdAt: now },
        },
        { upsert: true },
      )
    },

    find(orgId: number, id: string): Promise<Crawl | null> {
      return Crawls.findOne({ _id: id, orgId }).lean<Crawl>()
    },

    /** Takes one that waits or whose worker gave no sign of life: of each organization one after the other, who waits longest first. */
    claim(worker: string, leaseMs: number): Promise<Crawl | null> {
      const now = Date.now()
      return Crawls.findOneAndUpdate(
        { status: { $in: open }, leaseUntil: { $lte: new Date(now) } },
        { $set: { status: 'running', leaseBy: worker, leaseUntil: new Date(now + leaseMs) }, $inc: { attempts: 1 } },
        { sort: { turn: 1, leaseUntil: 1 }, returnDocument: 'after', lean: true },
      )
    },

    /** False when it was deleted or taken over. */
    async renew(crawl: Crawl, worker: string, leaseMs: number): Promise<boolean> {
      const renewed = await Crawls.updateOne(held(crawl, worker), {
        $set: { leaseUntil: new Date(Date.now() + leaseMs) },
      })
      return renewed.matchedCount === 1
    },

    /** Keeps how far it is; its tries count anew. False when it was deleted or taken over. */
    async advance(
      crawl: Crawl,
      worker: string,
      state: Partial<Pick<Crawl, 'visitedAt' | 'stopped' | 'pending' | 'status'>> = {},
      entry?: OutboxEntry,
    ): Promise<boolean> {
      const told = entry ? tell(entry) : { $set: {} }
      const update = { ...told, $set: { ...told.$set, ...state, attempts: 1 } }
      return (await Crawls.updateOne(held(crawl, worker), update)).matchedCount === 1
    },

    /** Back to waiting, for a later try. */
    async postpone(crawl: Crawl, worker: string, delayMs: number): Promise<void> {
      await Crawls.updateOne(held(crawl, worker), {
        $set: { status: 'waiting', leaseUntil: new Date(Date.now() + delayMs) },
      })
    },
  }
}
