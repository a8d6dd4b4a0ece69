import { commonConfig, engineConfig } from '@lectern/service'
import Type, { type Static } from 'typebox'

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
})
export type Config = Static<typeof Config>
