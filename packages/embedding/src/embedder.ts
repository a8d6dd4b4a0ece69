/** Turns texts into vectors of length 1 (by cosine, near means alike). Every call throws `EmbeddingError`. */
export type Embedder = {
  /** Provider and model. Vectors of different ids cannot be compared: keep it with them. */
  readonly id: string
  readonly dimensions: number
  /** What lies beyond this many tokens of a text is not in its vector. */
  readonly maxTokens: number
  /** Tokens of a text for this model: exact for the local one, else an estimate. */
  countTokens(text: string): number
  /** One vector for each text, in their order. Throws the signal's reason when that calls it off. */
  embedDocuments(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>
  embedQuery(text: string): Promise<Float32Array>
  close(): Promise<void>
}

/** An embedding that failed. `temporary` tells whether the same call may succeed later. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError'
  readonly temporary: boolean

  constructor(message: string, temporary: boolean, cause?: unknown) {
    super(message, { cause })
    this.temporary = temporary
  }
}
