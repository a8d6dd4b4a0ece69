import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Embedder, EmbeddingError } from './embedder.ts'

const maxTokens = 256
// Tokens a run may hold, padding included: bounds its memory whatever the lengths.
const tokensPerRun = 1_024

/** The MiniLM sentence encoder in `folder` (onnx/model.onnx, tokenizer.json, tokenizer_config.json), run in this process. */
export async function createLocalEmbedder(folder: string): Promise<Embedder> {
  const { tokenizer, session } = await load(folder)
  const separator = tokenizer.token_to_id('[SEP]')
  if (separator === undefined) throw new EmbeddingError(`No [SEP] token in ${folder}`, false)
  const dimensions = (await run(session, [tokenIds('.')]))[0]?.length ?? 0
  let last: Promise<unknown> = Promise.resolve()

  function tokenIds(text: string): number[] {
    // Texts far beyond the limit are cut before tokenizing, not after: a token has at most 100 characters, mostly under 10.
    const ids = tokenizer.encode(text.slice(0, maxTokens * 100)).ids
    return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), separator as number] : ids
  }

  return {
    id: 'local/all-MiniLM-L6-v2',
    dimensions,
    maxTokens,
    countTokens: (text) => tokenizer.encode(text).ids.length,
    async embedDocuments(texts, signal) {
      // Before its turn, while the model works on the texts of others.
      const ids = texts.map(tokenIds)
      const turn = last.then(() => embedAll(session, ids, signal))
      last = turn.catch(() => undefined)
      return turn
    },
    async embedQuery(text) {
      const [vector] = await run(session, [tokenIds(text)])
      return vector as Float32Array
    },
    async close() {
      await last
      await session.release()
    },
  }
}

async function load(folder: string) {
  try {
    const json = async (name: string): Promise<Record<string, unknown>> =>
      JSON.parse(await readFile(join(folder, name), 'utf8'))
    // The file that is shipped pads and cuts to 128 tokens.
    const definition = { ...(await json('tokenizer.json')), truncation: null, padding: null }
    const tokenizer = new Tokenizer(definition, await json('tokenizer_config.json'))
    const session = await InferenceSession.create(join(folder, 'onnx/model.onnx'), {
      executionProviders: ['cpu'],
      intraOpNumThreads: 2,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
    })
    return { tokenizer, session }
  } catch (error) {
    throw new EmbeddingError(`The embedding model in ${folder} cannot be loaded`, false, error)
  }
}

/** Texts of like length share a run, so that little of it is padding. */
async function embedAll(
  session: InferenceSession,
  texts: number[][],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const order = texts.map((ids, index) => ({ ids, index })).sort((a, b) => a.ids.length - b.ids.length)
  const vectors = new Array<Float32Array>(texts.length)
  for (let start = 0; start < order.length; ) {
    signal?.throwIfAborted()
    let end = start + 1
    while (end < order.length && (order[end]?.ids.length ?? 0) * (end + 1 - start) <= tokensPerRun) end += 1
    const batch = order.slice(start, end)
    const found = await run(
      session,
      batch.map((each) => each.ids),
    )
    for (const [place, { index }] of batch.entries()) vectors[index] = found[place] as Float32Array
    start = end
  }
  return vectors
}

async function run(session: InferenceSession, batch: number[][]): Promise<Float32Array[]> {
  const width = Math.max(...batch.map((ids) => ids.length))
  const shape = [batch.length, width]
  const ids = new BigInt64Array(batch.length * width)
  const mask = new BigInt64Array(batch.length * width)
  for (const [row, tokens] of batch.entries()) {
    for (const [column, token] of tokens.entries()) {
      ids[row * width + column] = BigInt(token)
      mask[row * width + column] = 1n
    }
  }
  try {
    const { sentence_embedding: output } = await session.run(
      {
        input_ids: new Tensor('int64', ids, shape),
        attention_mask: new Tensor('int64', mask, shape),
        token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
      },
      ['sentence_embedding'],
    )
    const data = output?.data as Float32Array
    const size = data.length / batch.length
    return batch.map((_, row) => data.slice(row * size, (row + 1) * size))
  } catch (error) {
    throw new EmbeddingError('The local embedding model failed', true, error)
  }
}
