import { embeddingSettings } from '@lectern/embedding'
import { mailSettings } from '@lectern/mail'
import { commonConfig, engineConfig, operatorConfig } from '@lectern/service'
import { webSettings } from '@lectern/web'
import Type, { type Static } from 'typebox'

export const Config = Type.Object({
  ...commonConfig,
  ...engineConfig.kafka,
  ...engineConfig.mongo,
  ...engineConfig.elasticsearch,
  ...operatorConfig.freeChats,
  ...operatorConfig.publicUrl,
  ...operatorConfig.secret,
  ...mailSettings,
  ...webSettings,
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
  ANTHROPIC_INPUT_PRICE: Type.Number({
    default: 3,
    minimum: 0,
    description: 'Dollars for a million tokens read; for the measured cost alone',
  }),
  ANTHROPIC_OUTPUT_PRICE: Type.Number({ default: 15, minimum: 0, description: 'The same for tokens written' }),
})
export type Config = Static<typeof Config>
