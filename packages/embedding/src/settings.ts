import Type, { type Static } from 'typebox'

/** The local model, as the index of passages remembers it. */
export const localId = 'local/e5-small-v2-centered'

/** Settings that choose the embedder; a service spreads them into the schema of its environment. */
export const embeddingSettings = {
  EMBEDDING_PROVIDER: Type.Union([Type.Literal('local'), Type.Literal('openai'), Type.Literal('voyage')], {
    default: 'local',
    description: 'Where texts become vectors: in this process, at an OpenAI-compatible endpoint, or at Voyage',
  }),
  EMBEDDING_URL: Type.Optional(
    Type.String({ description: 'Base address of the endpoint, e.g. https://api.openai.com/v1' }),
  ),
  EMBEDDING_MODEL: Type.Optional(Type.String({ description: 'Name of the model at the endpoint' })),
  EMBEDDING_API_KEY: Type.Optional(Type.String({ description: 'Key for the endpoint' })),
  EMBEDDING_MODEL_DIR: Type.Optional(Type.String({ description: 'Folder of the local model' })),
  EMBEDDING_DIMENSIONS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 4096,
      description: 'Length of the vectors to ask for; what the model has when not set',
    }),
  ),
}

const embeddingConfig = Type.Object(embeddingSettings)

export type EmbeddingConfig = Static<typeof embeddingConfig>
