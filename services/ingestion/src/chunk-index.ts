import { Client, type estypes } from '@elastic/elasticsearch'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import type { Embedder } from '@lectern/embedding'

export type IndexedChunk = { id: string; document: ChunkDocument; vector: ArrayLike<number> }

/** Passages of all readings of a file, of one, or of all but one. */
type Which = 'all' | { revision: number } | { except: number }

/** The index of all passages: ingestion's published read model. */
export type ChunkIndex = {
  /** Makes the index where it is missing. @throws Error when it was built for another embedder */
  ensure(): Promise<void>
  /** Writes passages; one that is there already is overwritten. They can be searched within a second, or at once. */
  write(chunks: IndexedChunk[], options?: { searchable: boolean }): Promise<void>
  /** Makes all that was written searchable. */
  refresh(): Promise<void>
  deleteFile(orgId: number, fileId: string, which?: Which): Promise<void>
  deleteOrganization(orgId: number, signal: AbortSignal): Promise<void>
  isUp(): Promise<boolean>
  close(): Promise<void>
}

const version = 1
/** Deletions of more are cut into parts, so that each ends in time. */
const deletedAtOnce = 5000

const mapping = (dimensions: number): estypes.MappingTypeMapping => ({
  dynamic: 'strict',
  properties: {
    orgId: { type: 'long' },
    kbId: { type: 'keyword' },
    fileId: { type: 'keyword' },
    fileName: { type: 'keyword', index: false },
    url: { type: 'keyword', index: false, doc_values: false },
    page: { type: 'integer', index: false },
    pageIndex: { type: 'integer' },
    ordinal: { type: 'integer', index: false },
    heading: { type: 'text', analyzer: 'english' },
    text: { type: 'text', analyzer: 'english', fields: { words: { type: 'text', analyzer: 'standard' } } },
    start: { type: 'integer', index: false },
    end: { type: 'integer', index: false },
    revision: { type: 'integer' },
    vector: {
      type: 'dense_vector',
      dims: dimensions,
      index: true,
      similarity: 'cosine',
      index_options: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
    },
  },
})

export function createChunkIndex(
  url: string,
  namespace: string,
  embedder: Pick<Embedder, 'id' | 'dimensions'>,
  shards = 1,
): ChunkIndex {
  const client = new Client({ node: url, requestTimeout: 30_000, maxRetries: 3 })
  const alias = chunkIndex(namespace)
  const index = `${alias}-v${version}`

  const checkEmbedder = async () => {
    const mappings = await client.indices.getMapping({ index: alias })
    for (const [name, { mappings: found }] of Object.entries(mappings)) {
      const built = found._meta?.embedder
      if (built !== embedder.id)
        throw new Error(
          `The index ${name} was built with the embedder ${built}, but ${embedder.id} is set. Set the former one again, or delete the index and upload the documents anew.`,
        )
    }
  }

  return {
    async ensure() {
      if (!(await client.indices.exists({ index }))) {
        await client.indices.create(
          {
            index,
            aliases: { [alias]: {} },
            settings: {
              number_of_shards: shards,
              number_of_replicas: 0,
              auto_expand_replicas: '0-1',
              refresh_interval: '1s',
            },
            mappings: { ...mapping(embedder.dimensions), _meta: { embedder: embedder.id } },
          },
          { ignore: [400] },
        )
      }
      await checkEmbedder()
      // An index of before has no place for fields that came later.
      await client.indices.putMapping({ index: alias, properties: mapping(embedder.dimensions).properties ?? {} })
    },
    async write(chunks, { searchable } = { searchable: false }) {
      if (chunks.length === 0) return
      const operations = chunks.flatMap(({ id, document, vector }) => [
        { index: { _id: id, routing: document.kbId } },
        { ...document, vector: encodeVector(vector) },
      ])
      const answer = await client.bulk({ index: alias, operations, refresh: searchable })
      const failed = answer.items.find((item) => item.index?.error)?.index?.error
      if (failed) throw new Error(`a passage was refused: ${failed.type} ${failed.reason}`)
    },
    async refresh() {
      await client.indices.refresh({ index: alias })
    },
    async deleteFile(orgId, fileId, which = 'all') {
      // Deleting by a query finds only what is searchable.
      await client.indices.refresh({ index: alias })
      await client.deleteByQuery({
        index: alias,
        conflicts: 'proceed',
        refresh: true,
        query: { bool: { filter: [{ term: { orgId } }, { term: { fileId } }], ...readings(which) } },
      })
    },
    async deleteOrganization(orgId, signal) {
      await client.indices.refresh({ index: alias })
      for (let found = deletedAtOnce; found === deletedAtOnce && !signal.aborted; ) {
        const query = { term: { orgId } }
        const answer = await client.deleteByQuery({
          index: alias,
          conflicts: 'proceed',
          refresh: true,
          max_docs: deletedAtOnce,
          query,
        })
        found = answer.total ?? 0
      }
    },
    isUp: () => client.ping({}, { requestTimeout: 2000, maxRetries: 0 }),
    close: () => client.close(),
  }
}

function readings(which: Which): estypes.QueryDslBoolQuery {
  if (which === 'all') return {}
  if ('except' in which) return { must_not: { term: { revision: which.except } } }
  return { must: { term: { revision: which.revision } } }
}

/** A vector as base64 of its big-endian floats: a third of the size of its numbers written out. */
function encodeVector(vector: ArrayLike<number>): string {
  const bytes = Buffer.allocUnsafe(4 * vector.length)
  for (let i = 0; i < vector.length; i += 1) bytes.writeFloatBE(vector[i] ?? 0, 4 * i)
  return bytes.toString('base64')
}
