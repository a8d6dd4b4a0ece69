import { connectMongo } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Blobs } from './blobs.ts'
import { gridFsBlobs } from './gridfs-blobs.ts'

/** Where originals and images lie: in MongoDB, unless a bucket is named. */
export const blobConfig = {
  S3_BUCKET: Type.Optional(
    Type.String({ minLength: 3, description: 'Bucket for originals and images; without it they lie in MongoDB' }),
  ),
  S3_REGION: Type.Optional(Type.String({ description: 'Where the bucket is (us-east-1)' })),
  S3_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Of a store other than Amazon’s that speaks S3' }),
  ),
}

const Settings = Type.Object({ ...blobConfig, MONGODB_URL: Type.String(), NAMESPACE: Type.String() })

export type BlobStore = {
  blobs: Blobs
  /** Whether the store is reached, as far as is known without asking it. */
  isUp(): boolean
  close(): Promise<void>
}

/** The store that the settings name. A bucket that cannot be reached shows where it is used: nothing waits for it. */
export async function openBlobs(config: Static<typeof Settings>, log: FastifyBaseLogger): Promise<BlobStore> {
  const { S3_BUCKET: bucket, S3_REGION: region = 'us-east-1', S3_ENDPOINT: endpoint, NAMESPACE, MONGODB_URL } = config
  if (bucket) {
    // Loaded where it is used only: it takes memory.
    const { s3Blobs } = await import('./s3-blobs.ts')
    return { ...s3Blobs({ bucket, region, endpoint, prefix: `${NAMESPACE}/` }), isUp: () => true }
  }
  const connection = await connectMongo(MONGODB_URL, `${NAMESPACE}_blobs`, log)
  return {
    blobs: gridFsBlobs(connection),
    isUp: () => connection.readyState === 1,
    close: () => connection.close(),
  }
}
