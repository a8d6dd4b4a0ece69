import pLimit from 'p-limit'
import { type Embedder, EmbeddingError } from './embedder.ts'
import { postJson, type RetryPolicy } from './post-json.ts'
import { estimateTokens } from './tokens.ts'

export type HttpProvider = {
  name: 'openai' | 'voyage'
  url: string
  model: string
  apiKey: string | undefined
  /** Asked of the endpoint when given, else what the model has. */
  dimensions: number | undefined
}

type Purpose = 'document' | 'query'

const textsPerCall = 64
const callsAtOnce = 4
// A document can wait for an endpoint to recover, and its job is tried again later; a person who asks cannot.
const defaultPolicies: Record<Purpose, RetryPolicy> = {
  document: { tries: 4, timeoutMs: 60_000, firstWaitMs: 500, longestWaitMs: 30_000 },
  query: { tries: 3, timeoutMs: 10_000, firstWaitMs: 100, longestWaitMs: 1_000 },
}

/** An endpoint that speaks OpenAI's `POST /embeddings`, or Voyage's, which also wants to know what a text is for. */
export async function createHttpEmbedder(provider: HttpProvider, policies = defaultPolicies): Promise<Embedder> {
  const closing = new AbortController()
  const limit = pLimit(callsAtOnce)
  const headers: Record<string, string> = provider.apiKey ? { authorization: `Bearer ${provider.apiKey}` } : {}
  const url = `${provider.url.replace(/\/+$/, '')}/embeddings`
  let dimensions = provider.dimensions

  async function embed(input: string[], purpose: Purpose, calledOff?: AbortSignal): Promise<Float32Array[]> {
    const body = { model: provider.model, input, ...options(provider, purpose) }
    const signal = calledOff ? AbortSignal.any([closing.signal, calledOff]) : closing.signal
    const vectors = await postJson({ url, headers, body, signal }, policies[purpose], (answer) =>
      vectorsOf(answer, input.length, dimensions),
    )
    dimensions ??= vectors[0]?.length
    return vectors
  }

  async function embedAll(texts: string[], purpose: Purpose, signal?: AbortSignal): Promise<Float32Array[]> {
    const calls: string[][] = []
    for (let start = 0; start < texts.length; start += textsPerCall)
      calls.push(texts.slice(start, start + textsPerCall))
    const answers = await Promise.all(calls.map((call) => limit(() => embed(call, purpose, signal))))
    return answers.flat()
  }

  if (!dimensions) await embed(['.'], 'query')
  return {
    id: `${provider.name}/${provider.model}`,
    dimensions: dimensions ?? 0,
    maxTokens: 512,
    countTokens: estimateTokens,
    isLocal: false,
    embedDocuments: (texts, signal) => embedAll(texts, 'document', signal),
    embedQueries: (texts) => embedAll(texts, 'query'),
    async embedQuery(text) {
      const [vector] = await embed([text], 'query')
      return vector as Float32Array
    },
    async close() {
      closing.abort(new EmbeddingError('The embedder was closed', true))
    },
  }
}

function options({ name, dimensions }: HttpProvider, purpose: Purpose): Record<string, unknown> {
  if (name === 'voyage') return { input_type: purpose, ...(dimensions && { output_dimension: dimensions }) }
  return dimensions ? { dimensions } : {}
}

/** The vectors of an answer in the order of the texts, each of length 1. */
function vectorsOf(answer: unknown, count: number, dimensions: number | undefined): Float32Array[] {
  const data = (answer as { data?: { index?: number; embedding?: unknown }[] } | null)?.data
  if (!Array.isArray(data) || data.length !== count) {
    throw new EmbeddingError(`The embedding endpoint gave ${data?.length ?? 'no'} vectors for ${count} texts`, true)
  }
  const vectors = new Array<Float32Array>(count)
  for (const [place, { index = place, embedding }] of data.entries()) vectors[index] = unitVector(embedding)
  const size = dimensions ?? vectors[0]?.length
  for (let place = 0; place < count; place += 1) {
    const found = vectors[place]?.length ?? 0
    if (found !== size) {
      throw new EmbeddingError(`The embedding endpoint gave a vector of ${found} numbers where ${size} were due`, false)
    }
  }
  return vectors
}

function unitVector(embedding: unknown): Float32Array {
  const numbers = Array.isArray(embedding) ? (embedding as unknown[]) : []
  const vector = new Float32Array(numbers.length)
  let squares = 0
  for (const [place, each] of numbers.entries()) {
    const value = typeof each === 'number' ? each : Number.NaN
    vector[place] = value
    squares += value * value
  }
  if (numbers.length === 0 || !Number.isFinite(squares))
    throw new EmbeddingError('The embedding endpoint gave something that is no vector', true)
  const length = Math.sqrt(squares) || 1
  for (let place = 0; place < vector.length; place += 1) vector[place] = (vector[place] ?? 0) / length
  return vector
}
