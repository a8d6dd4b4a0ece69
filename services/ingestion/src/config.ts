import { blobConfig } from '@lectern/blobs'
import { embeddingSettings } from '@lectern/embedding'
import { commonConfig, engineConfig } from '@lectern/service'
import { webSettings } from '@lectern/web'
import Type, { type Static } from 'typebox'

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
  ...blobConfig,
  ...engineConfig.elasticsearch,
  ...embeddingSettings,
  ...webSettings,
  INGESTION_FILES_AT_ONCE: Type.Integer({
    default: 2,
    minimum: 1,
    maximum: 16,
    description: 'So many documents are read at a time, by a process each',
  }),
  INGESTION_SITES_AT_ONCE: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 64,
    description: 'So many websites are visited at a time; most of it is waiting, as each is asked slowly',
  }),
  INGESTION_INDEX_SHARDS: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1024,
    description: 'Of the index of passages when it is made',
  }),
  INGESTION_LEASE_SECONDS: Type.Integer({
    default: 12,
    minimum: 2,
    description: 'After so long without a sign of life a job is taken over',
  }),
})
export type Config = Static<typeof Config>
