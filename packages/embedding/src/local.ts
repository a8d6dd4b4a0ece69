import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import pLimit from 'p-limit'
import { type Embedder, EmbeddingError } from './embedder.ts'
import { localId } from './settings.ts'

const maxTokens = 256
// Tokens a run may hold, padding included: bounds its memory whatever the lengths.
const tokensPerRun = 1_024
// Runs of one thread each, side by side, get more done than one run of many threads, which wait for each other.
// One of Node's four threads stays free for files.
const runsAtOnce = Math.min(3, availableParallelism())

/** The MiniLM sentence encoder in `folder` (onnx/model.onnx, tokenizer.json, tokenizer_config.json), run in this process. */
export async function createLocalEmbedder(folder: string): Promise<Embedder> {
  const { tokenizer, session } = await load(folder)
  const separator = tokenizer.token_to_id('[SEP]')
  if (separator === undefined) throw new EmbeddingError(`No [SEP] token in ${folder}`, false)
  const dimensions = (await run(session, [tokenIds('.')]))[0]?.length ?? 0
  const limit = pLimit(runsAtOnce)
  let earlier: Promise<unknown> = Promise.resolve()

  function tokenIds(text: string): number[] {
    // Texts far beyond the limit are cut before tokenizing, not after: a token has at most 100 characters, mostly under 10.
    const ids = tokenizer.encode(text.slice(0, maxTokens * 100)).ids
    return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), separator as number] : ids
  }

  return {
    id: localId,
    dimensions,
    maxTokens,
    countTokens: (text) => tokenizer.encode(text).ids.length,
    async embedDocuments(texts, signal) {
      const vectors = new Array<Float32Array>(texts.length)
      const runs = batches(texts.map(tokenIds)).map((batch) =>
        limit(async () => {
          signal?.throwIfAborted()
          const found = await run(
            session,
            batch.map(({ ids }) => ids),
          )
          for (const [place, { index }] of batch.entries()) vectors[index] = found[place] as Float32Array
        }),
      )
      earlier = Promise.allSettled([earlier, ...runs])
      await Promise.all(runs)
      return vectors
    },
    async embedQuery(text) {
      const [vector] = await run(session, [tokenIds(text)])
      return vector as Float32Array
    },
    async close() {
      await earlier
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
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
    })
    return { tokenizer, session }
  } catch (error) {
    throw new EmbeddingError(`The embedding model in ${folder} cannot be loaded`, false, error)
  }
}

type Tokens = { ids: number[]; index: number }

/** Texts of like length share a run, so that little of it is padding. */
function batches(texts: number[][]): Tokens[][] {
  const order = texts.map((ids, index) => ({ ids, index })).sort((a, b) => a.ids.length - b.ids.length)
  const found: Tokens[][] = []
  for (const each of order) {
    const batch = found.at(-1)
    if (batch && each.ids.length * (batch.length + 1) <= tokensPerRun) batch.push(each)
    else found.push([each])
  }
  return found
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
