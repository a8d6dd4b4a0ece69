import type { Blobs } from '@lectern/blobs'
import { CallError } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'
import { keepImage, removeImage } from './keep-image.ts'

/** A picture that is being saved, or whose place another takes; `_id` is its address. One left behind tells the sweep what to look after. */
type PictureUpload = { _id: string; orgId: number; startedAt: Date }

const schema = new Schema<PictureUpload>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  startedAt: { type: Date, required: true, index: true },
})

/** Longer than saving one may take. */
const leftAfterMs = 60 * 60_000
const atOnce = 100

export type Pictures = ReturnType<typeof createPictures>

/** Pictures of things that have one each. `isUsed` tells whether something has this picture. */
export function createPictures(options: {
  db: Connection
  blobs: Blobs
  isUsed: (orgId: number, url: string) => Promise<boolean>
}) {
  const { db, blobs, isUsed } = options
  const Uploads = db.model<PictureUpload>('PictureUpload', schema)

  const begin = async (orgId: number, url: string) => {
    await Uploads.updateOne({ _id: url }, { $set: { orgId, startedAt: new Date() } }, { upsert: true })
  }
  const end = async (orgId: number, url: string) => {
    if (!(await isUsed(orgId, url))) await removeImage(blobs, url)
    await Uploads.deleteOne({ _id: url, orgId })
  }

  return {
    model: Uploads,

    /**
     * Keeps a new picture in the place of `replaced`; `save` writes its address where it belongs, only if the replaced one
     * is still there. Whichever is not used in the end goes, also after a crash.
     * @throws CallError invalid, and conflict where `save` answers null
     */
    async replace<T>(
      orgId: number,
      bytes: Buffer,
      replaced: string | null | undefined,
      save: (url: string) => Promise<T | null>,
    ): Promise<T> {
      const started: string[] = []
      const start = async (url: string) => {
        await begin(orgId, url)
        started.push(url)
      }
      try {
        const url = await keepImage(blobs, bytes, start)
        if (replaced) await start(replaced)
        const saved = await save(url)
        if (saved === null) throw new CallError('conflict')
        return saved
      } finally {
        // What cannot be cleared away now is found by the sweep.
        for (const url of started) await end(orgId, url).catch(() => {})
      }
    },

    /** Ends what a killed process left. */
    async sweep(now = new Date()): Promise<void> {
      const left = await Uploads.find({ startedAt: { $lt: new Date(now.getTime() - leftAfterMs) } })
        .sort({ startedAt: 1 })
        .limit(atOnce)
        .lean<PictureUpload[]>()
      for (const { _id, orgId } of left) await end(orgId, _id)
    },
  }
}
