import { blobConfig } from '@lectern/blobs'
import { commonConfig, engineConfig } from '@lectern/service'
import Type, { type Static } from 'typebox'

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
  ...blobConfig,
})
export type Config = Static<typeof Config>
