import { mailSettings } from '@lectern/mail'
import { commonConfig, engineConfig, operatorConfig } from '@lectern/service'
import Type, { type Static } from 'typebox'

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
  ...operatorConfig.publicUrl,
  ...operatorConfig.secret,
  ...mailSettings,
})
export type Config = Static<typeof Config>
