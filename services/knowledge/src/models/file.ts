import { limits } from '@lectern/contracts'
import type { EventInit } from '@lectern/contracts/events'
import { type Aggregate, aggregateFields, type OutboxEntry, tell, toldAtBirth } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

export type FileStatus = 'processing' | 'ready' | 'failed'

/** A document of a chat. Deleted ones stay, hidden, until that is told and their original is gone. */
export type ChatFile = Aggregate & {
  chatId: string
  name: string
  /** The address of the page it is; null for a file. */
  url: string | null
  /** The website it was found on; null for what was added by itself. */
  crawlId: string | null
  /** The version of the page's finding that it is. */
  pageVersion: number
  ext: string
  mime: string
  /** Bytes. */
  size: number
  blobKey: string
  status: FileStatus
  /** Why it failed and what a person can do. */
  error: string | null
  /** It came to more than the plan has room for; nothing of it is kept. */
  refused?: true
  pages: number | null
  pagesDone: number
  createdAt: Date
  deletedAt?: Date
}

const schema = new Schema<ChatFile>({
  _id: { type: String, required: true },
  ...aggregateFields,
  chatId: { type: String, required: true },
  name: { type: String, required: true },
  url: { type: String, default: null },
  crawlId: { type: String, default: null },
  pageVersion: { type: Number, default: 0 },
  // Of a page these show once it is fetched.
  ext: { type: String, default: '' },
  mime: { type: String, default: '' },
  size: { type: Number, required: true },
  blobKey: { type: String, required: true },
  status: { type: String, default: 'processing' },
  error: { type: String, default: null },
  refused: Boolean,
  pages: { type: Number, default: null },
  pagesDone: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
  deletedAt: Date,
})
schema.index({ chatId: 1, createdAt: -1 })
schema.index({ orgId: 1 })
schema.index({ crawlId: 1 }, { sparse: true })
schema.index({ blobKey: 1 })

export type NewFile = Pick<ChatFile, '_id' | 'chatId' | 'name' | 'url' | 'ext' | 'mime' | 'size' | 'blobKey'> &
  Partial<Pick<ChatFile, 'crawlId' | 'pageVersion' | 'deletedAt'>>

/** What others are told of a file that is to be read. */
export const uploadOf = (file: NewFile, toFetch: boolean): EventInit<'document.uploaded'> => ({
  kbId: file.chatId,
  name: file.name,
  url: file.url ?? '',
  ext: file.ext,
  mime: file.mime,
  size: BigInt(file.size),
  blobKey: file.blobKey,
  toFetch,
})

export type Outcome = { status: 'ready'; pages: number } | { status: 'failed'; error: string }

export type Files = ReturnType<typeof fileModel>

export function fileModel(db: Connection) {
  const Files = db.model<ChatFile>('File', schema, 'files')
  const live = (orgId: number, id: string) => ({ _id: id, orgId, deletedAt: null })

  return {
    model: Files,

    async create(orgId: number, file: NewFile, entry: OutboxEntry): Promise<ChatFile> {
      const created = await Files.create({ ...file, orgId, createdAt: new Date(), ...toldAtBirth(entry) })
      return created.toObject()
    },

    find(orgId: number, id: string): Promise<ChatFile | null> {
      return Files.findOne(live(orgId, id)).lean<ChatFile>()
    },

    /** A deleted one too. */
    findAny(orgId: number, id: string): Promise<ChatFile | null> {
      return Files.findOne({ _id: id, orgId }).lean<ChatFile>()
    },

    /** Newest first. */
    list(orgId: number, chatId: string, page: number): Promise<ChatFile[]> {
      return Files.find({ orgId, chatId, deletedAt: null })
        .sort({ createdAt: -1, _id: -1 })
        .skip((page - 1) * limits.pageSize)
        .limit(limits.pageSize)
        .lean<ChatFile[]>()
    },

    /** How many files of a chat are in each state. */
    async count(orgId: number, chatId: string): Promise<Record<FileStatus, number>> {
      const groups = await Files.aggregate<{ _id: FileStatus; count: number }>([
        { $match: { orgId, chatId, deletedAt: null } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ])
      const counts = { processing: 0, ready: 0, failed: 0 }
      for (const { _id, count } of groups) counts[_id] = count
      return counts
    },

    /** How many a chat has, apart from these. */
    countOf: (orgId: number, chatId: string, except: string[]): Promise<number> =>
      Files.countDocuments({ orgId, chatId, deletedAt: null, _id: { $nin: except } }),

    /** All of an organization together, apart from these. */
    async bytes(orgId: number, except: string[]): Promise<number> {
      const [sum] = await Files.aggregate<{ bytes: number }>([
        { $match: { orgId, deletedAt: null, _id: { $nin: except } } },
        { $group: { _id: null, bytes: { $sum: '$size' } } },
      ])
      return sum?.bytes ?? 0
    },

    listOfOrganization(orgId: number, limit: number): Promise<Pick<ChatFile, '_id' | 'chatId'>[]> {
      return Files.find({ orgId, deletedAt: null }, { chatId: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Pick<ChatFile, '_id' | 'chatId'>[]>()
    },

    /** What a page is, once it is fetched. */
    async keepFetched(
      orgId: number,
      id: string,
      page: Pick<ChatFile, 'url' | 'name' | 'ext' | 'mime' | 'size'>,
    ): Promise<void> {
      await Files.updateOne({ ...live(orgId, id), refused: { $ne: true } }, { $set: page })
    },

    /** As it was; null when there is none, or it was refused before. */
    refuse(orgId: number, id: string, error: string, entry: OutboxEntry): Promise<ChatFile | null> {
      const told = tell(entry)
      const refused = { status: 'failed' as const, error, refused: true as const, size: 0 }
      const update = { ...told, $set: { ...told.$set, ...refused } }
      return Files.findOneAndUpdate({ ...live(orgId, id), refused: { $ne: true } }, update).lean<ChatFile>()
    },

    /** Gives a page its newer original; one that could not be read before is being read again. False when it changed meanwhile. */
    async replaceOriginal(orgId: number, known: ChatFile, page: NewFile, entry: OutboxEntry): Promise<boolean> {
      const { _id, chatId, ...fields } = page
      const again =
        known.status === 'failed' ? { status: 'processing' as const, error: null, pages: null, pagesDone: 0 } : {}
      const told = tell(entry)
      const replaced = await Files.updateOne(
        { ...live(orgId, _id), status: known.status, pageVersion: known.pageVersion },
        { ...told, $set: { ...told.$set, ...fields, ...again } },
      )
      return replaced.matchedCount === 1
    },

    /** How far the reading is; never backwards. `pages` is 0 while the total is not known. */
    async advance(orgId: number, id: string, pages: number, pagesDone: number): Promise<void> {
      await Files.updateOne(
        { ...live(orgId, id), status: 'processing' },
        { $max: { pagesDone, ...(pages > 0 ? { pages } : {}) } },
      )
    },

    /** The reading is over. What was read once is not failed by a later reading; what failed may still be read. */
    async finish(orgId: number, id: string, outcome: Outcome): Promise<Pick<ChatFile, 'status' | 'createdAt'> | null> {
      const { status } = outcome
      const fields =
        status === 'ready' ? { pages: outcome.pages, pagesDone: outcome.pages, error: null } : { error: outcome.error }
      return Files.findOneAndUpdate(
        { ...live(orgId, id), refused: { $ne: true }, ...(status === 'failed' ? { status: 'processing' } : {}) },
        { $set: { status, ...fields } },
        { projection: { status: 1, createdAt: 1 }, lean: true },
      )
    },

    /** False when there is none. */
    async markDeleted(orgId: number, id: string, entry: OutboxEntry): Promise<boolean> {
      const told = tell(entry)
      const marked = await Files.updateOne(live(orgId, id), { ...told, $set: { ...told.$set, deletedAt: new Date() } })
      return marked.matchedCount === 1
    },

    async listIds(orgId: number, chatId: string, limit: number): Promise<string[]> {
      const found = await Files.find({ orgId, chatId, deletedAt: null }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean()
      return found.map(({ _id }) => _id)
    },

    async listIdsOfCrawl(orgId: number, crawlId: string, limit: number): Promise<string[]> {
      const found = await Files.find({ orgId, crawlId, deletedAt: null }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean()
      return found.map(({ _id }) => _id)
    },

    /** How many of a chat's files were added one by one. */
    countAdded(orgId: number, chatId: string): Promise<number> {
      return Files.countDocuments({ orgId, chatId, deletedAt: null, crawlId: null })
    },

    /** How many pages of each website are among a chat's files. */
    async countByCrawl(orgId: number, chatId: string): Promise<Map<string, number>> {
      const groups = await Files.aggregate<{ _id: string; count: number }>([
        { $match: { orgId, chatId, deletedAt: null, crawlId: { $ne: null } } },
        { $group: { _id: '$crawlId', count: { $sum: 1 } } },
      ])
      return new Map(groups.map(({ _id, count }) => [_id, count]))
    },

    /** Whether there is a record, deleted or not. */
    async isKnown(orgId: number, id: string): Promise<boolean> {
      return (await Files.exists({ _id: id, orgId })) !== null
    },

    /** Of all organizations: which of these originals belong to a file, deleted or not. */
    async knownBlobs(keys: string[]): Promise<string[]> {
      const found = await Files.find({ blobKey: { $in: keys } }, { blobKey: 1 }).lean<ChatFile[]>()
      return found.map(({ blobKey }) => blobKey)
    },

    /** Removes a deleted file that has told so. */
    async remove(orgId: number, id: string): Promise<void> {
      await Files.deleteOne({ _id: id, orgId, deletedAt: { $ne: null }, outbox: [] })
    },

    /** Of all organizations: deleted files that have told so and are not removed yet. */
    listDeleted(limit: number): Promise<ChatFile[]> {
      return Files.find({ deletedAt: { $ne: null }, outbox: [] })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<ChatFile[]>()
    },
  }
}
