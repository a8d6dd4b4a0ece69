import { pipeline } from 'node:stream/promises'
import mongoose, { type Connection } from 'mongoose'
import { type Blobs, listedAtOnce } from './blobs.ts'

/** Blobs in GridFS, in a database of their own. */
export function gridFsBlobs(connection: Connection): Blobs {
  let opened: mongoose.mongo.GridFSBucket | undefined
  const bucket = async () => {
    const { db } = await connection.asPromise()
    if (!db) throw new Error('the blob database is not connected')
    // Kept: each new one asks for its indexes anew.
    opened ??= new mongoose.mongo.GridFSBucket(db)
    return opened
  }
  // The driver types a file's id as ObjectId, but the store takes any value.
  const asId = (key: string) => key as unknown as mongoose.mongo.ObjectId
  const remove = async (key: string) => {
    try {
      await (await bucket()).delete(asId(key))
    } catch (error) {
      if (!/not found/i.test((error as Error).message)) throw error
    }
  }
  return {
    async put(key, content, signal) {
      const upload = (await bucket()).openUploadStreamWithId(asId(key), key)
      // A failed write shows where it is awaited.
      upload.on('error', () => {})
      const step = (start: (done: (error?: Error | null) => void) => void) =>
        new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())))
      // One write at a time and awaited: none can be under way that would outlive the removal.
      const write = async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) await step((done) => upload.write(chunk, done))
      }
      try {
        await pipeline(content, write, { signal })
        await step((done) => upload.end(done))
      } catch (error) {
        await upload.abort().catch(() => remove(key))
        throw error
      }
    },
    async open(key) {
      return (await bucket()).openDownloadStream(asId(key))
    },
    delete: remove,
    async list(prefix, { before, after = '' } = {}) {
      const { db } = await connection.asPromise()
      if (!db) throw new Error('the blob database is not connected')
      // Each write begins with its first piece, whose id tells when that was.
      const age = before ? { _id: { $lt: mongoose.mongo.ObjectId.createFromTime(before.getTime() / 1000) } } : {}
      const found = await db
        .collection<{ files_id: string; n: number }>('fs.chunks')
        .find({ n: 0, files_id: { $gt: after, $gte: prefix, $lt: `${prefix}\uffff` }, ...age })
        .project<{ files_id: string }>({ files_id: 1 })
        .sort({ files_id: 1 })
        .limit(listedAtOnce)
        .toArray()
      return found.map(({ files_id }) => files_id)
    },
  }
}
