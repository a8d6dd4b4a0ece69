import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { listen } from './listen.ts'

export const embedderDimensions = 384

/**
 * A stand-in for an OpenAI-compatible embedding endpoint: texts that share words get near vectors. Takes `msPerText` for
 * each text. While it stalls, its answers wait.
 */
export async function startEmbedder(msPerText = 0) {
  const state = { texts: 0, mode: 'ok' as 'ok' | 'fails' | 'stalls' }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.url !== '/embeddings') return answer(404, { error: { message: 'Not found' } })
    if (state.mode === 'fails') return answer(503, { error: { message: 'The server is overloaded' } })
    while (state.mode === 'stalls' && !response.destroyed) await setTimeout(10)
    const { input, model } = JSON.parse(Buffer.concat(parts).toString()) as { input: string | string[]; model: string }
    const texts = [input].flat()
    state.texts += texts.length
    if (msPerText > 0) await setTimeout(msPerText * texts.length)
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
    answer(200, { object: 'list', model, data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } })
  })
  const url = await listen(server)
  return {
    url,
    state,
    settings: {
      EMBEDDING_PROVIDER: 'openai' as const,
      EMBEDDING_URL: url,
      EMBEDDING_MODEL: 'stand-in',
      EMBEDDING_API_KEY: 'none',
      EMBEDDING_DIMENSIONS: embedderDimensions,
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const places = new Map<string, number>()

/** Each word has its place in the vector. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(embedderDimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = places.get(word) ?? createHash('md5').update(word).digest().readUInt16LE(0) % embedderDimensions
    if (places.size < 100_000) places.set(word, place)
    vector[place] = (vector[place] ?? 0) + 1
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => Math.round((1e4 * value) / length) / 1e4)
}
