import { Client, type estypes } from '@elastic/elasticsearch'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import type { Embedder } from '@lectern/embedding'

export type IndexedChunk = { id: string; document: ChunkDocument; vector: ArrayLike<number> }

/** Passages of all readings of a file, of one, or of all but one. */
type Which = 'all' | { revision: number } | { except: number }

/** The index of all passages: ingestion's published read model. */
export type ChunkIndex = {
  /** The index of this version and embedder; it serves once the alias leads to it. */
  name: string
  /**
   * Makes the index where it is missing. The first one serves at once; one of a newer version or of another embedder once it is
   * rebuilt, and until then the one before does.
   */
  ensure(): Promise<void>
  /** Whether the alias leads to this index. */
  isServing(): Promise<boolean>
  /** Those of these passages that are there. */
  held(ids: string[], where: 'serving' | 'own'): Promise<Set<string>>
  /** All passages of the index that serves, or of this one. */
  all(where: 'serving' | 'own', signal: AbortSignal): AsyncGenerator<Omit<IndexedChunk, 'vector'>[]>
  /** Writes passages to this index alone, where they are not there yet. */
  copy(chunks: IndexedChunk[]): Promise<void>
  /** Deletes passages from this index alone. */
  drop(ids: string[]): Promise<void>
  /** Lets this index serve, and removes the one that did. */
  takeOver(): Promise<void>
  /** Writes passages; one that is there already is overwritten. They can be searched within a second, or at once. */
  write(chunks: IndexedChunk[], options?: { searchable: boolean }): Promise<void>
  /** Makes all that was written searchable. */
  refresh(): Promise<void>
  deleteFile(orgId: number, fileId: string, which?: Which): Promise<void>
  deleteOrganization(orgId: number, signal: AbortSignal): Promise<void>
  isUp(): Promise<boolean>
  close(): Promise<void>
}

/** Goes up with each change of the mapping that an index of before cannot take on. */
const version = 1
/** So long an index that was seen to serve is taken to do so. */
const servingKnownMs = 2000
const copiedAtOnce = 128
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
    text: { type: 'text', analyzer: 'english' },
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
  const index = `${alias}-v${version}-${slug(embedder.id)}`
  // What is deleted goes from the one that serves and from the one that is being built.
  const both = { index: [alias, index], ignore_unavailable: true }
  let seen: { at: number; serving: string[]; isOwn: boolean; sameVectors: boolean } | null = null

  const serving = async () => {
    if (seen && Date.now() - seen.at < servingKnownMs) return seen
    const found = await client.indices.getMapping({ index: alias }, { ignore: [404] })
    const entries = Object.entries(found).filter(([name]) => name.startsWith(alias))
    const fits = entries.map(([, { mappings }]) => ({
      version: (mappings._meta?.version ?? 1) === version,
      embedder: mappings._meta?.embedder === embedder.id,
    }))
    const sameVectors = entries.length > 0 && fits.every((each) => each.embedder)
    const isOwn = sameVectors && fits.every((each) => each.version)
    seen = { at: Date.now(), serving: entries.map(([name]) => name), isOwn, sameVectors }
    return seen
  }

  const create = (aliases: Record<string, object>) =>
    client.indices.create(
      {
        index,
        aliases,
        settings: {
          number_of_shards: shards,
          number_of_replicas: 0,
          auto_expand_replicas: '0-1',
          refresh_interval: '1s',
        },
        mappings: { ...mapping(embedder.dimensions), _meta: { embedder: embedder.id, version } },
      },
      { ignore: [400] },
    )

  const bulk = async (into: string, operations: object[], refresh = false) => {
    if (operations.length === 0) return
    const answer = await client.bulk({ index: into, operations, refresh })
    const failed = answer.items.map((item) => Object.values(item)[0]).find((each) => each?.error && each.status !== 409)
    if (failed?.error) throw new Error(`a passage was refused: ${failed.error.type} ${failed.error.reason}`)
  }

  return {
    name: index,
    async ensure() {
      seen = null
      const before = await serving()
      if (before.serving.length === 0) await create({ [alias]: {} })
      else if (!before.isOwn && !(await client.indices.exists({ index }))) await create({})
      seen = null
      const { isOwn } = await serving()
      // An index of before has no place for fields that came later.
      const properties = mapping(embedder.dimensions).properties ?? {}
      await client.indices.putMapping({ index: isOwn ? alias : index, properties })
    },
    isServing: async () => (await serving()).isOwn,
    async write(chunks, { searchable } = { searchable: false }) {
      const { isOwn, sameVectors } = await serving()
      const operations = (withVector: boolean) =>
        chunks.flatMap(({ id, document, vector }) => [
          { index: { _id: id, routing: document.kbId } },
          withVector ? { ...document, vector: encodeVector(vector) } : document,
        ])
      await bulk(alias, operations(isOwn || sameVectors), searchable)
      // While this one is being built the other serves; it finds what it has no vectors for by its words.
      if (!isOwn) await bulk(index, operations(true))
    },
    async held(ids, where) {
      if (ids.length === 0) return new Set()
      const place = where === 'own' ? index : alias
      const found = await client.search({
        index: place,
        size: ids.length,
        _source: false,
        query: { ids: { values: ids } },
      })
      return new Set(found.hits.hits.flatMap(({ _id }) => _id ?? []))
    },
    async *all(where, signal) {
      const place = where === 'own' ? index : alias
      await client.indices.refresh({ index: place })
      const { id } = await client.openPointInTime({ index: place, keep_alive: '2m' })
      try {
        for (let after: estypes.SortResults | undefined; !signal.aborted; ) {
          const { hits } = await client.search<ChunkDocument>({
            size: copiedAtOnce,
            pit: { id, keep_alive: '2m' },
            sort: ['_shard_doc'],
            track_total_hits: false,
            ...(after && { search_after: after }),
          })
          if (hits.hits.length === 0) return
          yield hits.hits.flatMap(({ _id, _source }) => (_id && _source ? [{ id: _id, document: _source }] : []))
          after = hits.hits.at(-1)?.sort
        }
      } finally {
        await client.closePointInTime({ id })
      }
    },
    copy: (chunks) =>
      bulk(
        index,
        chunks.flatMap(({ id, document, vector }) => [
          { create: { _id: id, routing: document.kbId } },
          { ...document, vector: encodeVector(vector) },
        ]),
      ),
    async drop(ids) {
      if (ids.length > 0)
        await client.deleteByQuery({ index, conflicts: 'proceed', refresh: true, query: { ids: { values: ids } } })
    },
    async takeOver() {
      seen = null
      const { serving: before } = await serving()
      const others = before.filter((name) => name !== index)
      await client.indices.updateAliases({
        actions: [{ add: { index, alias } }, ...others.map((name) => ({ remove_index: { index: name } }))],
      })
      seen = null
    },
    async refresh() {
      await client.indices.refresh(both)
    },
    async deleteFile(orgId, fileId, which = 'all') {
      // Deleting by a query finds only what is searchable.
      await client.indices.refresh(both)
      await client.deleteByQuery({
        ...both,
        conflicts: 'proceed',
        refresh: true,
        query: { bool: { filter: [{ term: { orgId } }, { term: { fileId } }], ...readings(which) } },
      })
    },
    async deleteOrganization(orgId, signal) {
      await client.indices.refresh(both)
      for (let found = deletedAtOnce; found === deletedAtOnce && !signal.aborted; ) {
        const query = { term: { orgId } }
        const answer = await client.deleteByQuery({
          ...both,
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

/** A name as an index may have. */
const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

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
