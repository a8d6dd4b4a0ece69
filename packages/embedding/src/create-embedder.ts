import { LRUCache } from 'lru-cache'
import { type Embedder, EmbeddingError } from './embedder.ts'
import { createHttpEmbedder } from './http.ts'
import { type EmbeddingConfig, localId } from './settings.ts'

/** Loads the local model or connects to the endpoint that the settings name. Throws `EmbeddingError`. */
export async function createEmbedder(config: EmbeddingConfig): Promise<Embedder> {
  return rememberQueries(await createProvider(config))
}

/** Names the embedder that the settings choose, as the index of passages remembers it. */
export const embedderId = ({ EMBEDDING_PROVIDER: provider, EMBEDDING_MODEL: model }: EmbeddingConfig): string =>
  provider === 'local' ? localId : `${provider}/${model ?? ''}`

const voyageUrl = 'https://api.voyageai.com/v1'

async function createProvider(config: EmbeddingConfig): Promise<Embedder> {
  if (config.EMBEDDING_PROVIDER === 'local') {
    // Its libraries take 100 MB, which an endpoint does not need.
    const { createLocalEmbedder } = await import('./local.ts')
    return createLocalEmbedder(required(config, 'EMBEDDING_MODEL_DIR'))
  }
  return createHttpEmbedder({
    name: config.EMBEDDING_PROVIDER,
    url:
      config.EMBEDDING_PROVIDER === 'voyage' ? (config.EMBEDDING_URL ?? voyageUrl) : required(config, 'EMBEDDING_URL'),
    model: required(config, 'EMBEDDING_MODEL'),
    apiKey: config.EMBEDDING_API_KEY,
    dimensions: config.EMBEDDING_DIMENSIONS,
  })
}

function required(config: EmbeddingConfig, name: 'EMBEDDING_MODEL_DIR' | 'EMBEDDING_URL' | 'EMBEDDING_MODEL'): string {
  const value = config[name]
  if (value) return value
  throw new EmbeddingError(`${name} is not set, and EMBEDDING_PROVIDER=${config.EMBEDDING_PROVIDER} needs it`, false)
}

/** The same question is often asked again, by several at once too: its vector is made once and kept. */
function rememberQueries(embedder: Embedder): Embedder {
  const vectors = new LRUCache<string, Promise<Float32Array>>({ max: 1_000 })
  return {
    ...embedder,
    embedQuery(text) {
      const known = vectors.get(text)
      if (known) return known
      const making = embedder.embedQuery(text)
      vectors.set(text, making)
      making.catch(() => vectors.delete(text))
      return making
    },
  }
}
