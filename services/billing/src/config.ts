import { commonConfig, engineConfig, operatorConfig } from '@lectern/service'
import Type, { type Static } from 'typebox'

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
  ...operatorConfig.freeChats,
})
export type Config = Static<typeof Config>
