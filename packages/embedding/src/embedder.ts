/** Turns texts into vectors of length 1 (by cosine, near means alike). Every call throws `EmbeddingError`. */
export type Embedder = {
  /** Provider and model. Vectors of different ids cannot be compared: keep it with them. */
  readonly id: string
  readonly dimensions: number
  /** What lies beyond this many tokens of a text is not in its vector. */
  readonly maxTokens: number
  /** Tokens of a text for this model: exact for the local one, else an estimate. */
  countTokens(text: string): number
  /** Whether it runs in this process: quick, and no call costs anything. */
  readonly isLocal: boolean
  /**
   * One vector for each text, in their order. Throws the signal's reason when that calls it off. Locally, calls of one signal (those for
   * one document) come one after the other, and take turns with others.
   */
  embedDocuments(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>
  embedQuery(text: string): Promise<Float32Array>
  /** Of many questions, to be held against one that is asked. */
  embedQueries(texts: string[]): Promise<Float32Array[]>
  close(): Promise<void>
}

/** Of vectors of length 1; of unlike sizes nothing can be said. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
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
