import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type Blobs, listedAtOnce } from './blobs.ts'

type Bucket = {
  bucket: string
  region: string
  /** Of another store than Amazon's that speaks its protocol. */
  endpoint: string | undefined
  /** What every key begins with in the bucket. */
  prefix: string
}

const connectMs = 5000
const silentMs = 30_000
/** Of a large blob, each held in memory while it is sent. */
const partsAtOnce = 2

/**
 * Blobs in a bucket of S3 or of a store that speaks its protocol. Who may is found as the SDK does it: AWS_ACCESS_KEY_ID and
 * AWS_SECRET_ACCESS_KEY, or the role of the machine. Parts of an upload whose process was killed stay until the bucket's
 * rule for incomplete uploads takes them.
 */
export function s3Blobs({ bucket, region, endpoint, prefix }: Bucket) {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
    // Other stores know these by the newest versions alone.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  const blobs: Blobs = {
    async put(key, content, signal) {
      signal?.throwIfAborted()
      const upload = new Upload({ client, params: { ...at(key), Body: content }, queueSize: partsAtOnce })
      const abort = () => void upload.abort()
      signal?.addEventListener('abort', abort)
      try {
        await upload.done()
      } catch (error) {
        content.destroy()
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },

    async open(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)))
      return Body as Readable
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },

    async list(start, { before, after = '' } = {}) {
      const listed = { Bucket: bucket, Prefix: prefix + start, MaxKeys: listedAtOnce }
      let last = after && prefix + after
      for (;;) {
        const page = await client.send(new ListObjectsV2Command({ ...listed, ...(last && { StartAfter: last }) }))
        const found = page.Contents ?? []
        const fitting = found.filter(({ LastModified }) => !before || (LastModified && LastModified < before))
        if (fitting.length > 0 || !page.IsTruncated) return fitting.map(({ Key = '' }) => Key.slice(prefix.length))
        last = found.at(-1)?.Key ?? ''
      }
    },
  }
  return {
    blobs,
    async close() {
      client.destroy()
    },
  }
}
