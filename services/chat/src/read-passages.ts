import type { Client } from '@elastic/elasticsearch'
import { limits, type ReadPassage } from '@lectern/contracts'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'

export type ReadPassages = (
  orgId: number,
  fileId: string,
  from: { page: number; fromPage?: number | undefined },
) => Promise<{ passages: ReadPassage[]; total: number }>

/** Lists what was read from a file, in its order; while it is being read anew, what was read before. */
export function createReadPassages(client: Client, namespace: string): ReadPassages {
  return async (orgId, fileId, { page, fromPage }) => {
    const file = [{ term: { orgId } }, { term: { fileId } }]
    const index = chunkIndex(namespace)
    const common = { index, ignore_unavailable: true, timeout: '5s' }
    const [oldest] = await client
      .search<ChunkDocument>({
        ...common,
        size: 1,
        _source: ['revision'],
        query: { bool: { filter: file } },
        sort: ['revision'],
      })
      .then(({ hits }) => hits.hits)
    if (!oldest?._source) return { passages: [], total: 0 }
    const filter = [
      ...file,
      { term: { revision: oldest._source.revision } },
      // The page a reader would look for is its place plus one, where a document has pages.
      ...(fromPage ? [{ range: { pageIndex: { gte: fromPage - 1 } } }] : []),
    ]
    const found = await client.search<ChunkDocument>({
      ...common,
      from: (page - 1) * limits.pageSize,
      size: limits.pageSize,
      track_total_hits: true,
      query: { bool: { filter } },
      sort: ['pageIndex', 'ordinal'],
    })
    const total = found.hits.total
    return {
      passages: found.hits.hits.flatMap(({ _id = '', _source }) => (_source ? [present(_id, _source)] : [])),
      total: typeof total === 'number' ? total : (total?.value ?? 0),
    }
  }
}

const present = (id: string, { page, heading, text, start, end }: ChunkDocument): ReadPassage => ({
  id,
  page,
  heading,
  text,
  start,
  end,
})
