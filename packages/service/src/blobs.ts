import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import mongoose, { type Connection } from 'mongoose'

/** Where originals and images lie; events carry the key, never the bytes. */
export type Blobs = {
  /** Keeps a stream under a new key; what was written is removed again if the stream fails. */
  put(key: string, content: Readable, signal?: AbortSignal): Promise<void>
  /** The stream of an unknown key fails. */
  open(key: string): Promise<Readable>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
}

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
  }
}
