import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Embedder, EmbeddingError } from './embedder.ts'
import { plainTexts } from './plain-texts.ts'
import { localId } from './settings.ts'

const maxTokens = 256
// Runs of one thread each, side by side, get more done than one run of many threads, which wait for each other.
// One of Node's four threads stays free for files.
const runsAtOnce = Math.min(3, availableParallelism())
/** What the model was taught to read before a text, so that a question lies near its answer; each is two tokens. */
const before = { document: 'passage: ', query: 'query: ' }
const longest = 2 + maxTokens

/**
 * The E5 encoder in `folder` (model.onnx, tokenizer.json), run in this process. All its vectors point much the same way, and
 * those of some texts are near to everything. What plain texts have in common is taken from each: what is left tells texts apart,
 * and a search by graph gets to those it looks for.
 */
export async function createLocalEmbedder(folder: string): Promise<Embedder> {
  const { tokenizer, session } = await load(folder)
  const separator = tokenizer.token_to_id('[SEP]')
  if (separator === undefined) throw new EmbeddingError(`No [SEP] token in ${folder}`, false)
  const limit = pLimit(runsAtOnce)
  const turns = new WeakMap<AbortSignal, LimitFunction>()
  let earlier: Promise<unknown> = Promise.resolve()

  function tokenIds(text: string): number[] {
    // Texts far beyond the limit are cut before tokenizing, not after: a token has at most 100 characters, mostly under 10.
    const ids = tokenizer.encode(text.slice(0, maxTokens * 100)).ids
    return ids.length > longest ? [...ids.slice(0, longest - 1), separator as number] : ids
  }

  const plain = await Promise.all(plainTexts.map((text) => limit(() => run(session, tokenIds(before.document + text)))))
  const common = sumOf(plain).map((value) => value / plain.length)
  const embed = async (text: string) => without(common, await run(session, tokenIds(text)))

  /** So few of one signal stand in line at a time that a short document does not wait behind all of a long one. */
  function turnOf(signal: AbortSignal): LimitFunction {
    const turn = turns.get(signal) ?? pLimit(runsAtOnce)
    turns.set(signal, turn)
    return turn
  }

  async function embedAll(start: string, texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const turn = signal ? turnOf(signal) : pLimit(runsAtOnce)
    const runs = texts.map((text) =>
      turn(() =>
        limit(() => {
          signal?.throwIfAborted()
          return embed(start + text)
        }),
      ),
    )
    earlier = Promise.allSettled([earlier, ...runs])
    return Promise.all(runs)
  }

  return {
    id: localId,
    dimensions: common.length,
    maxTokens,
    isLocal: true,
    countTokens: (text) => tokenizer.encode(text).ids.length,
    embedDocuments: (texts, signal) => embedAll(before.document, texts, signal),
    embedQueries: (texts) => embedAll(before.query, texts),
    embedQuery: (text) => embed(before.query + text),
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
    const states = output?.data as Float32Array
    const size = states.length / tokens.length
    return ofLengthOne(sumOf(tokens.map((_, place) => states.subarray(place * size, (place + 1) * size))))
  } catch (error) {
    throw new EmbeddingError('The local embedding model failed', true, error)
  }
}

function sumOf(vectors: Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    for (let place = 0; place < sum.length; place += 1) sum[place] = (sum[place] ?? 0) + (vector[place] ?? 0)
  return sum
}

const without = (common: Float32Array, vector: Float32Array): Float32Array =>
  ofLengthOne(vector.map((value, place) => value - (common[place] ?? 0)))

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
