import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import pLimit from 'p-limit'
import { type Embedder, EmbeddingError } from './embedder.ts'
import { localId } from './settings.ts'

const maxTokens = 256
// Runs of one thread each, side by side, get more done than one run of many threads, which wait for each other.
// One of Node's four threads stays free for files.
const runsAtOnce = Math.min(3, availableParallelism())
/** What the model was taught to read before a text, so that a question lies near its answer; each is two tokens. */
const before = { document: 'passage: ', query: 'query: ' }
const longest = 2 + maxTokens

/** The E5 encoder in `folder` (model.onnx, tokenizer.json), run in this process. */
export async function createLocalEmbedder(folder: string): Promise<Embedder> {
  const { tokenizer, session } = await load(folder)
  const separator = tokenizer.token_to_id('[SEP]')
  if (separator === undefined) throw new EmbeddingError(`No [SEP] token in ${folder}`, false)
  const limit = pLimit(runsAtOnce)
  let earlier: Promise<unknown> = Promise.resolve()

  function tokenIds(text: string): number[] {
    // Texts far beyond the limit are cut before tokenizing, not after: a token has at most 100 characters, mostly under 10.
    const ids = tokenizer.encode(text.slice(0, maxTokens * 100)).ids
    return ids.length > longest ? [...ids.slice(0, longest - 1), separator as number] : ids
  }

  async function embedAll(start: string, texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const runs = texts.map((text) =>
      limit(async () => {
        signal?.throwIfAborted()
        return run(session, tokenIds(start + text))
      }),
    )
    earlier = Promise.allSettled([earlier, ...runs])
    return Promise.all(runs)
  }

  const dimensions = (await run(session, tokenIds('.'))).length
  return {
    id: localId,
    dimensions,
    maxTokens,
    isLocal: true,
    unrelated: 0.7,
    countTokens: (text) => tokenizer.encode(text).ids.length,
    embedDocuments: (texts, signal) => embedAll(before.document, texts, signal),
    embedQueries: (texts) => embedAll(before.query, texts),
    embedQuery: (text) => run(session, tokenIds(before.query + text)),
    async close() {
      await earlier
      await session.release()
    },
  }
}

async function load(folder: string) {
  try {
    const definition = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as object
    // The file that is shipped pads and cuts.
    const tokenizer = new Tokenizer({ ...definition, truncation: null, padding: null }, {})
    const session = await InferenceSession.create(join(folder, 'model.onnx'), {
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

/** One text a run: its 8-bit numbers are scaled by all that a run holds, so texts beside it would show in its vector. */
async function run(session: InferenceSession, tokens: number[]): Promise<Float32Array> {
  const tensor = (value: (token: number) => bigint) =>
    new Tensor('int64', BigInt64Array.from(tokens, value), [1, tokens.length])
  try {
    const { last_hidden_state: output } = await session.run(
      { input_ids: tensor(BigInt), attention_mask: tensor(() => 1n), token_type_ids: tensor(() => 0n) },
      ['last_hidden_state'],
    )
    return meanOf(output?.data as Float32Array, tokens.length)
  } catch (error) {
    throw new EmbeddingError('The local embedding model failed', true, error)
  }
}

/** The mean of the tokens' vectors, with length 1. */
function meanOf(states: Float32Array, tokens: number): Float32Array {
  const size = states.length / tokens
  const mean = new Float32Array(size)
  for (let start = 0; start < states.length; start += size)
    for (let place = 0; place < size; place += 1) mean[place] = (mean[place] ?? 0) + (states[start + place] ?? 0)
  const length = Math.hypot(...mean) || 1
  return mean.map((value) => value / length)
}
