import type { Client, estypes } from '@elastic/elasticsearch'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import { type Embedder, EmbeddingError } from '@lectern/embedding'
import { type Hit, type Passage, rankPassages } from './rank-passages.ts'

export type Retrieve = (orgId: number, kbId: string, question: string, size: number) => Promise<Passage[]>

/** Taken from each of the two searches. */
const candidates = 20
/** Looked through for the nearest vectors. */
const considered = 200
/** So many times as many are compared by their exact vectors, as the graph holds them rounded to 8 bits. */
const oversample = 2
const timeout = '5s'

export const passageFields = ['fileId', 'fileName', 'url', 'page', 'heading', 'text', 'start', 'end']

/** So long it is taken that the index is still of the same embedder. */
const embedderKnownMs = 10_000

/**
 * Finds the passages of one chat by words (BM25) and by meaning (nearest vectors). By words alone while the index that serves
 * is of another embedder, or ours fails.
 */
export function createRetrieve(
  client: Client,
  namespace: string,
  embedder: Pick<Embedder, 'id' | 'embedQuery'>,
): Retrieve {
  const index = chunkIndex(namespace)
  const isOurs = rememberFor(embedderKnownMs, async () => {
    const found = await client.indices.getMapping({ index }, { ignore: [404], requestTimeout: 2000 })
    return Object.values(found).every(({ mappings }) => (mappings?._meta?.embedder ?? embedder.id) === embedder.id)
  })
  const vectorOf = async (question: string) => {
    const [ours, vector] = await Promise.all([
      isOurs(),
      embedder.embedQuery(question).catch((error) => {
        if (error instanceof EmbeddingError) return null
        throw error
      }),
    ])
    return ours && vector ? Array.from(vector) : null
  }

  return async (orgId, kbId, question, size) => {
    const vector = await vectorOf(question)
    const filter = [{ term: { orgId } }, { term: { kbId } }]
    const common = { size: candidates, _source: passageFields, track_total_hits: false, timeout }
    const byMeaningToo = vector && [
      {},
      {
        ...common,
        query: {
          knn: {
            ...{ field: 'vector', query_vector: vector, filter },
            ...{ k: candidates, num_candidates: considered, rescore_vector: { oversample } },
          },
        },
      },
    ]
    const found = await client.msearch<ChunkDocument>(
      {
        index,
        routing: kbId,
        // Before the first document there is no index.
        ignore_unavailable: true,
        filter_path: [
          'responses.error',
          'responses.hits.hits._id',
          'responses.hits.hits._score',
          'responses.hits.hits._source',
        ],
        searches: [
          {},
          { ...common, query: { bool: { filter, must: [wordsQuery(question)] } } },
          ...(byMeaningToo ?? []),
        ],
      },
      { requestTimeout: 6000, maxRetries: 1 },
    )
    const [byWords = [], byMeaning = []] = (found.responses ?? []).map(hitsOf)
    // Elasticsearch's score of a cosine is (1 + cosine) / 2.
    const byLikeness = byMeaning.map((hit) => ({ ...hit, score: 2 * hit.score - 1 }))
    return rankPassages(question, byWords, byLikeness).slice(0, size)
  }
}

/** Asks again only after a while; until the answer is there the one before holds, and in doubt it is yes. */
function rememberFor(ms: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let known: Promise<boolean> | null = null
  let until = 0
  return () => {
    if (known && Date.now() < until) return known
    until = Date.now() + ms
    const asking = ask().catch(() => true)
    const before = known
    asking.then(() => {
      known = asking
    })
    known = before ?? asking
    return known
  }
}

const wordsQuery = (question: string): estypes.QueryDslQueryContainer => ({
  multi_match: { query: question, fields: ['text', 'heading^0.3'], type: 'most_fields' },
})

function hitsOf(response: estypes.MsearchResponseItem<ChunkDocument>): Hit[] {
  if ('error' in response) throw new Error(`the search failed: ${response.error.type} ${response.error.reason ?? ''}`)
  return (response.hits?.hits ?? []).flatMap(({ _id, _score, _source }) =>
    _id && _source ? { id: _id, score: _score ?? 0, source: _source } : [],
  )
}
