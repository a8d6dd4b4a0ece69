import { Client } from '@elastic/elasticsearch'
import { chunkIndex } from '@lectern/contracts/chunk-index'
import { shuffled, testSpace } from '@lectern/testing'
import { createRetrieve, passageFields } from '../services/chat/src/retrieve-passages.ts'
import { createChunkIndex, type IndexedChunk } from '../services/ingestion/src/chunk-index.ts'
import { ms, percentile, printTable } from './measure.ts'

const passages = 100_000
const chats = 50
const questions = 300
const writtenAtOnce = 1000
const dimensions = 384
const wordsKnown = 5000
const wordsOfPassage = 120
const wordsOfQuestion = 8

/** Finding passages of one chat among very many, beside a bare search of nearest vectors: in the whole index, and within the chat. */
export async function benchRetrieval(): Promise<void> {
  const space = testSpace()
  const random = seeded(7)
  const embedder = {
    id: 'bench',
    dimensions,
    embedQuery: async () => Float32Array.from(vectorOf(random)),
  }
  const index = createChunkIndex(space.config.ELASTICSEARCH_URL, space.namespace, embedder)
  const client = new Client({ node: space.config.ELASTICSEARCH_URL, requestTimeout: 60_000 })
  try {
    await index.ensure()
    for (let start = 0; start < passages; start += writtenAtOnce)
      await index.write(Array.from({ length: writtenAtOnce }, (_, place) => passage(start + place, random)))
    await index.refresh()
    const retrieve = createRetrieve(client, space.namespace, embedder)
    const nearest = (scope: { filter?: { term: { kbId: string } }[]; routing?: string }) => {
      const knn = { field: 'vector', query_vector: vectorOf(random), k: 20, num_candidates: 200, filter: scope.filter }
      return client.search({
        index: chunkIndex(space.namespace),
        routing: scope.routing,
        size: 20,
        _source: passageFields,
        track_total_hits: false,
        filter_path: ['hits.hits._id', 'hits.hits._score', 'hits.hits._source'],
        query: { knn },
      })
    }
    const searches: Record<string, (kbId: string) => Promise<unknown>> = {
      'nearest vectors of the index': () => nearest({}),
      'nearest vectors of the chat': (kbId) => nearest({ filter: [{ term: { kbId } }], routing: kbId }),
      'words and meaning of the chat, ranked': (kbId) => retrieve(1, kbId, text(random, wordsOfQuestion), 8),
    }
    const took = Object.entries(searches).map(([search, work]) => ({ search, work, values: [] as number[] }))
    // One after the other in changing order, so that all meet the same machine.
    for (let asked = 0; asked < questions; asked += 1) {
      const kbId = `kb-${Math.floor(random() * chats)}`
      for (const { work, values } of shuffled(took, 1, asked)) values.push(await timed(() => work(kbId)))
    }
    const p95 = took.map(({ values }) => percentile(values, 0.95))
    const [bare = 0, ofChat = 0] = p95
    const rows = took.map(({ search, values }, place) => ({
      search,
      p50: ms(percentile(values, 0.5)),
      p95: ms(p95[place] ?? 0),
      'of a bare search': ((p95[place] ?? 0) / bare).toFixed(2),
      target: place === 2 ? '<= 1.5' : '',
      'of one within the chat': ((p95[place] ?? 0) / ofChat).toFixed(2),
    }))
    printTable(`Passages of one chat among ${passages.toLocaleString('en')}`, rows)
  } finally {
    await Promise.all([client.close(), index.close()])
    await space.remove()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const passage = (number: number, random: () => number): IndexedChunk => ({
  id: String(number),
  vector: vectorOf(random),
  document: {
    ...{ orgId: 1, kbId: `kb-${number % chats}`, fileId: `file-${number % 1000}`, fileName: 'made.txt', url: null },
    ...{ page: null, pageIndex: 0, ordinal: number, heading: null, start: 0, end: 1, revision: 1 },
    text: text(random, wordsOfPassage),
  },
})

/** Few words are frequent and many are rare, as in any language. */
const text = (random: () => number, words: number) =>
  Array.from({ length: words }, () => `word${Math.floor(wordsKnown * random() ** 3)}`).join(' ')

function vectorOf(random: () => number): number[] {
  const numbers = Array.from({ length: dimensions }, () => random() - 0.5)
  const length = Math.hypot(...numbers)
  return numbers.map((each) => each / length)
}

/** The same numbers each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
