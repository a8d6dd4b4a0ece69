export { createEmbedder, embedderId } from './create-embedder.ts'
export { cosine, type Embedder, EmbeddingError } from './embedder.ts'
export { type EmbeddingConfig, embeddingSettings } from './settings.ts'
export { estimateTokens } from './tokens.ts'
