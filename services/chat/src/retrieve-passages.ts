import type { Client, estypes } from '@elastic/elasticsearch'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import type { Embedder } from '@lectern/embedding'

/** A passage that was found. `similarity` is the cosine of its vector and the question's, `words` its BM25 score; null where it was not found that way. */
export type Passage = Pick<ChunkDocument, 'fileId' | 'fileName' | 'page' | 'heading' | 'text' | 'start' | 'end'> & {
  id: string
  score: number
  similarity: number | null
  words: number | null
}

export type Retrieve = (orgId: number, kbId: string, question: string, size: number) => Promise<Passage[]>

const candidates = 40
const timeout = '5s'

/** How much the words count beside the meaning, both scaled to 0..1 among what was found. See `npm run bench:quality`. */
const wordsWeight = 0.5

const fields = ['fileId', 'fileName', 'page', 'heading', 'text', 'start', 'end']

/** Finds the passages of one chat by words (BM25) and by meaning (nearest vectors), and fuses both lists by score. */
export function createRetrieve(client: Client, namespace: string, embedder: Pick<Embedder, 'embedQuery'>): Retrieve {
  return async (orgId, kbId, question, size) => {
    const vector = Array.from(await embedder.embedQuery(question))
    const filter = [{ term: { orgId } }, { term: { kbId } }]
    const common = { size: candidates, _source: fields, timeout }
    const found = await client.msearch<ChunkDocument>(
      {
        index: chunkIndex(namespace),
        routing: kbId,
        // Before the first document there is no index.
        ignore_unavailable: true,
        searches: [
          {},
          { ...common, query: { bool: { filter, must: [wordsQuery(question)] } } },
          {},
          {
            ...common,
            knn: { field: 'vector', query_vector: vector, k: candidates, num_candidates: 4 * candidates, filter },
          },
        ],
      },
      { requestTimeout: 6000, maxRetries: 1 },
    )
    const [byWords, byMeaning] = found.responses.map(hitsOf)
    return fuse(byWords ?? [], byMeaning ?? []).slice(0, size)
  }
}

const wordsQuery = (question: string): estypes.QueryDslQueryContainer => ({
  multi_match: { query: question, fields: ['text', 'text.words^0.3', 'heading^0.3'], type: 'most_fields' },
})

type Hit = estypes.SearchHit<ChunkDocument>

function hitsOf(response: estypes.MsearchResponseItem<ChunkDocument>): Hit[] {
  if ('error' in response) throw new Error(`the search failed: ${response.error.type} ${response.error.reason ?? ''}`)
  return response.hits.hits
}

/** Elasticsearch's score of a cosine is (1 + cosine) / 2. */
const cosineOf = (hit: Hit) => 2 * (hit._score ?? 0) - 1

export function fuse(byWords: Hit[], byMeaning: Hit[]): Passage[] {
  const best = byWords[0]?._score || 1
  const top = byMeaning[0] ? cosineOf(byMeaning[0]) : 1
  const low = Math.min(top - 1e-6, byMeaning.length > 0 ? cosineOf(byMeaning[byMeaning.length - 1] as Hit) : 0)
  const passages = new Map<string, Passage>()
  const passage = (hit: Hit): Passage => {
    const id = String(hit._id)
    const known = passages.get(id) ?? { id, ...(hit._source as ChunkDocument), score: 0, similarity: null, words: null }
    passages.set(id, known)
    return known
  }
  for (const hit of byWords) {
    const found = passage(hit)
    found.words = hit._score ?? 0
    found.score += wordsWeight * (found.words / best)
  }
  for (const hit of byMeaning) {
    const found = passage(hit)
    found.similarity = cosineOf(hit)
    found.score += (1 - wordsWeight) * ((found.similarity - low) / (top - low))
  }
  return [...passages.values()].sort((a, b) => b.score - a.score)
}
