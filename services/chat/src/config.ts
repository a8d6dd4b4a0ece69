import { embeddingSettings } from '@lectern/embedding'
import { commonConfig, engineConfig, operatorConfig } from '@lectern/service'
import Type, { type Static } from 'typebox'

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
  ...engineConfig.elasticsearch,
  ...operatorConfig.freeChats,
  ...embeddingSettings,
  ANTHROPIC_API_KEY: Type.Optional(Type.String({ description: 'Without it the exact passages are the answer' })),
  ANTHROPIC_BASE_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Another address that speaks the same protocol' }),
  ),
  ANTHROPIC_MODEL: Type.String({ default: 'claude-sonnet-5-5', description: 'The model that answers' }),
  ANTHROPIC_TIMEOUT_SECONDS: Type.Number({
    default: 20,
    exclusiveMinimum: 0,
    description: 'Longest silence of the model',
  }),
})
export type Config = Static<typeof Config>
