import { limits } from '@lectern/contracts'
import { type Aggregate, aggregateFields, type OutboxEntry, tell, toldAtBirth } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** What a reading of a website came to. */
export type Receipt = {
  startedAt: Date
  finishedAt: Date
  new: number
  changed: number
  unchanged: number
  removed: number
  failed: number
  /** Passages of all its pages, and those of them that were embedded anew. */
  chunks: number
  chunksEmbedded: number
  stopped: 'page_limit' | 'time_limit' | 'site_trouble' | null
  error: string | null
  problems: { url: string; message: string }[]
}

/** A website that is read into a chat. Deleted ones stay, hidden, until that is told and their pages are gone. */
export type Crawl = Aggregate & {
  chatId: string
  url: string
  maxPages: number
  maxDepth: number
  every: 'never' | 'day' | 'week'
  status: 'running' | 'done' | 'failed'
  /** Counts the readings. */
  run: number
  startedAt: Date
  /** When it is read again by itself. */
  nextAt: Date | null
  /** Oldest first. */
  receipts: Receipt[]
  createdAt: Date
  deletedAt?: Date
}

const problem = new Schema({ url: String, message: String }, { _id: false })
const receipt = new Schema<Receipt>(
  {
    startedAt: Date,
    finishedAt: Date,
    new: Number,
    changed: Number,
    unchanged: Number,
    removed: Number,
    failed: Number,
    chunks: Number,
    chunksEmbedded: Number,
    stopped: String,
    error: String,
    problems: [problem],
  },
  { _id: false },
)

const schema = new Schema<Crawl>({
  _id: { type: String, required: true },
  ...aggregateFields,
  chatId: { type: String, required: true, index: true },
  url: { type: String, required: true },
  maxPages: { type: Number, required: true },
  maxDepth: { type: Number, required: true },
  every: { type: String, required: true },
  status: { type: String, default: 'running' },
  run: { type: Number, default: 1 },
  startedAt: { type: Date, required: true },
  nextAt: { type: Date, default: null, index: true },
  receipts: { type: [receipt], default: [] },
  createdAt: { type: Date, required: true },
  deletedAt: Date,
})

export type NewCrawl = Pick<Crawl, '_id' | 'chatId' | 'url' | 'maxPages' | 'maxDepth' | 'every'>

export type Crawls = ReturnType<typeof crawlModel>

export function crawlModel(db: Connection) {
  const Crawls = db.model<Crawl>('Crawl', schema, 'crawls')
  const live = (orgId: number, id: string) => ({ _id: id, orgId, deletedAt: null })

  return {
    model: Crawls,

    async create(orgId: number, crawl: NewCrawl, entry: OutboxEntry): Promise<Crawl> {
      const now = new Date()
      const created = await Crawls.create({ ...crawl, orgId, startedAt: now, createdAt: now, ...toldAtBirth(entry) })
      return created.toObject()
    },

    find(orgId: number, id: string): Promise<Crawl | null> {
      return Crawls.findOne(live(orgId, id)).lean<Crawl>()
    },

    /** All of a chat, newest first: there are never more than a few. */
    list(orgId: number, chatId: string): Promise<Crawl[]> {
      return Crawls.find({ orgId, chatId, deletedAt: null })
        .sort({ createdAt: -1, _id: -1 })
        .limit(2 * limits.crawlsPerChat)
        .lean<Crawl[]>()
    },

    /** Starts the next run of one that rests; null when it is running, or another was first. */
    again(orgId: number, { _id, run }: Crawl, entry: OutboxEntry): Promise<Crawl | null> {
      const told = tell(entry)
      return Crawls.findOneAndUpdate(
        { ...live(orgId, _id), run, status: { $ne: 'running' } },
        {
          ...told,
          $inc: { ...told.$inc, run: 1 },
          $set: { ...told.$set, status: 'running', startedAt: new Date(), nextAt: null },
        },
        { returnDocument: 'after' },
      ).lean<Crawl>()
    },

    /** Keeps what a run came to, once. */
    async finish(
      orgId: number,
      id: string,
      run: number,
      { status, nextAt, receipt }: Pick<Crawl, 'status' | 'nextAt'> & { receipt: Receipt },
    ): Promise<void> {
      await Crawls.updateOne(
        { ...live(orgId, id), run, status: 'running' },
        { $set: { status, nextAt }, $push: { receipts: { $each: [receipt], $slice: -limits.crawlReceipts } } },
      )
    },

    /** False when there is none. */
    async markDeleted(orgId: number, id: string, entry: OutboxEntry): Promise<boolean> {
      const told = tell(entry)
      const marked = await Crawls.updateOne(live(orgId, id), { ...told, $set: { ...told.$set, deletedAt: new Date() } })
      return marked.matchedCount === 1
    },

    /** Removes a deleted one that has told so. */
    async remove(orgId: number, id: string): Promise<void> {
      await Crawls.deleteOne({ _id: id, orgId, deletedAt: { $ne: null }, outbox: [] })
    },

    /** Of all organizations: those to be read again by now. */
    listDue(now: Date, limit: number): Promise<Crawl[]> {
      return Crawls.find({ nextAt: { $ne: null, $lte: now }, deletedAt: null })
        .sort({ nextAt: 1 })
        .limit(limit)
        .lean<Crawl[]>()
    },

    /** Of all organizations: deleted ones that are not removed yet. */
    listDeleted(limit: number): Promise<Crawl[]> {
      return Crawls.find({ deletedAt: { $ne: null } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Crawl[]>()
    },
  }
}
