import { type Connection, Schema } from 'mongoose'

/** An upload under way; `_id` is the id its file will have. One left behind tells the sweep what to look after. */
export type Upload = { _id: string; orgId: number; blobKey: string; startedAt: Date }

const schema = new Schema<Upload>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  blobKey: { type: String, required: true },
  startedAt: { type: Date, required: true, index: true },
})

export type Uploads = ReturnType<typeof uploadModel>

export function uploadModel(db: Connection) {
  const Uploads = db.model<Upload>('Upload', schema, 'uploads')
  return {
    model: Uploads,

    async begin(orgId: number, id: string, blobKey: string): Promise<void> {
      await Uploads.create({ _id: id, orgId, blobKey, startedAt: new Date() })
    },

    async end(orgId: number, id: string): Promise<void> {
      await Uploads.deleteOne({ _id: id, orgId })
    },

    /** Of all organizations: which of these originals are being uploaded. */
    async knownBlobs(keys: string[]): Promise<string[]> {
      const found = await Uploads.find({ blobKey: { $in: keys } }, { blobKey: 1 }).lean<Upload[]>()
      return found.map(({ blobKey }) => blobKey)
    },

    /** Of all organizations: uploads that started before then and never ended. */
    listLeft(before: Date, limit: number): Promise<Upload[]> {
      return Uploads.find({ startedAt: { $lt: before } })
        .sort({ startedAt: 1 })
        .limit(limit)
        .lean<Upload[]>()
    },
  }
}
