import { type Aggregate, aggregateFields, type OutboxEntry, tell } from '@lectern/service'
import type { KnownPage } from '@lectern/web'
import { type Connection, Schema } from 'mongoose'

export type Outcome = 'new' | 'changed' | 'unchanged' | 'gone' | 'failed'

/**
 * A page of a website; `_id` is that of its file. It stands while it has a hash: those without one failed, or are gone,
 * and are kept for the receipt of their run.
 */
export type SitePage = Aggregate & {
  crawlId: string
  kbId: string
  url: string
  /** No two pages of a website have the same address, but for those that are gone. */
  key: string
  etag: string | null
  lastModified: string | null
  hash: string
  depth: number
  /** What became of it in its last run. */
  run: number
  outcome: Outcome
  problem: string
  /** Where its newest original is kept. */
  blobKey: string
}

const schema = new Schema<SitePage>({
  _id: { type: String, required: true },
  ...aggregateFields,
  crawlId: { type: String, required: true },
  kbId: { type: String, required: true },
  url: { type: String, required: true },
  key: { type: String, required: true, unique: true },
  etag: { type: String, default: null },
  lastModified: { type: String, default: null },
  hash: { type: String, default: '' },
  depth: { type: Number, default: 0 },
  run: { type: Number, required: true },
  outcome: { type: String, required: true },
  problem: { type: String, default: '' },
  blobKey: { type: String, default: '' },
})
schema.index({ crawlId: 1 })

export type Of = { orgId: number; crawlId: string; kbId: string; run: number }

const keyOf = (crawlId: string, url: string) => `${crawlId} ${url}`

export type SitePages = ReturnType<typeof sitePageModel>

export function sitePageModel(db: Connection) {
  const Pages = db.model<SitePage>('SitePage', schema, 'sitePages')
  const at = ({ orgId, crawlId }: Of, url: string) => ({ orgId, key: keyOf(crawlId, url) })

  return {
    model: Pages,

    find(of: Of, url: string): Promise<SitePage | null> {
      return Pages.findOne(at(of, url)).lean<SitePage>()
    },

    /** All pages of a website. */
    list(orgId: number, crawlId: string): Promise<SitePage[]> {
      return Pages.find({ orgId, crawlId }).sort({ _id: 1 }).lean<SitePage[]>()
    },

    /** Enters a page with its newest original. */
    async keep(
      of: Of,
      id: string,
      url: string,
      page: KnownPage & Pick<SitePage, 'blobKey' | 'outcome'>,
      entry: OutboxEntry,
    ): Promise<void> {
      const { orgId, crawlId, kbId, run } = of
      const told = tell(entry)
      await Pages.updateOne(
        { _id: id, orgId },
        {
          ...told,
          $set: { ...told.$set, ...page, run, problem: '' },
          $setOnInsert: { crawlId, kbId, url, key: keyOf(crawlId, url) },
        },
        { upsert: true },
      )
    },

    /** The page stands as it was. What was told of it before in this run stays. */
    async keepUnchanged(of: Of, url: string, known: KnownPage): Promise<void> {
      await Pages.updateOne(at(of, url), { $set: known })
      const entered = { run: of.run, outcome: 'unchanged' as const, problem: '' }
      await Pages.updateOne({ ...at(of, url), run: { $lt: of.run } }, { $set: entered })
    },

    /** A page that stood keeps doing so. What was told of it before in this run stays. */
    async keepFailed(of: Of, url: string, problem: string): Promise<void> {
      const { crawlId, kbId, run } = of
      const entered = { run, outcome: 'failed' as const, problem }
      const known = await Pages.updateOne({ ...at(of, url), run: { $lt: run } }, { $set: entered })
      if (known.matchedCount > 0) return
      const _id = crypto.randomUUID().replaceAll('-', '')
      await Pages.updateOne(at(of, url), { $setOnInsert: { _id, crawlId, kbId, url, ...entered } }, { upsert: true })
    },

    /** The page stands no more; its address is free for another. */
    async drop({ run }: Of, { _id, orgId }: SitePage, entry: OutboxEntry): Promise<void> {
      const told = tell(entry)
      await Pages.updateOne(
        { _id, orgId },
        { ...told, $set: { ...told.$set, key: _id, hash: '', run, outcome: 'gone' as const } },
      )
    },

    /** A page that was not taken is none; its address is free for the next run. */
    async keepRefused(orgId: number, id: string, problem: string): Promise<void> {
      await Pages.updateOne({ _id: id, orgId }, { $set: { key: id, hash: '', outcome: 'failed' as const, problem } })
    },

    /** What could not be read is read again in the next run, changed or not. */
    async forgetContent(orgId: number, ids: string[]): Promise<void> {
      await Pages.updateMany(
        { _id: { $in: ids }, orgId, hash: { $ne: '' } },
        { $set: { etag: null, lastModified: null, hash: 'not read' } },
      )
    },

    /** Removes what is left of earlier runs of pages that do not stand. */
    async clear({ orgId, crawlId, run }: Of): Promise<void> {
      await Pages.deleteMany({ orgId, crawlId, hash: '', run: { $lt: run }, outbox: [] })
    },

    /** Removes the pages of a website that have told all. */
    async remove(orgId: number, crawlId: string): Promise<void> {
      await Pages.deleteMany({ orgId, crawlId, outbox: [] })
    },
  }
}
