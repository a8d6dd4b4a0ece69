import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Chunk, chunkPage, type Page, readDocument, textToEmbed } from '@lectern/documents'
import type { Embedder } from '@lectern/embedding'
import type { Blobs } from '@lectern/service'
import type { ChunkIndex, IndexedChunk } from './chunk-index.ts'
import type { Job } from './models/job.ts'

type Place = { page: Page; chunk: Chunk; ordinal: number }

/** How far a document is: all pages before `pagesDone` can be searched once the index refreshes. */
export type Progress = { pagesDone: number; pages: number; chunks: number }

/** The first passages go out alone, so that they can be searched at once; later ones in larger groups. */
const firstBatch = 8
const fullBatch = 128

/**
 * Reads a document page by page, embeds its passages and indexes them, each step while the others work.
 * Goes on after `job.pagesDone`. `advance` is told after each group is in the index.
 * @throws DocumentError, EmbeddingError, or what the engines throw
 */
export async function ingestDocument(
  job: Job,
  use: { blobs: Blobs; embedder: Embedder; index: ChunkIndex; signal: AbortSignal },
  advance: (progress: Progress) => Promise<void>,
): Promise<Progress> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  try {
    const path = join(folder, 'original')
    await pipeline(await use.blobs.open(job.blobKey), createWriteStream(path), { signal: use.signal })
    return await indexPages(job, path, use, advance)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function indexPages(
  job: Job,
  path: string,
  use: { embedder: Embedder; index: ChunkIndex; signal: AbortSignal },
  advance: (progress: Progress) => Promise<void>,
): Promise<Progress> {
  const progress: Progress = { pagesDone: job.pagesDone, pages: job.pages, chunks: job.chunks }
  let places: Place[] = []
  let written: Promise<void> = Promise.resolve()
  let batchSize = firstBatch

  const flush = async (pagesDone: number, pages: number) => {
    const group = places
    places = []
    batchSize = Math.min(fullBatch, batchSize * 2)
    const vectors = await use.embedder.embedDocuments(group.map(({ chunk }) => textToEmbed(chunk)))
    await written
    // Writing this group goes on while the next one is read and embedded.
    written = (async () => {
      await use.index.write(group.map((place, i) => indexed(job, place, vectors[i] ?? [])))
      Object.assign(progress, { pagesDone, pages, chunks: progress.chunks + group.length })
      await advance({ ...progress })
    })()
    written.catch(() => {})
  }

  for await (const { page, total } of readDocument(
    { path, name: job.name },
    { fromIndex: job.pagesDone, signal: use.signal },
  )) {
    use.signal.throwIfAborted()
    places.push(...chunkPage(page).map((chunk, ordinal) => ({ page, chunk, ordinal })))
    if (places.length >= batchSize) await flush(page.index + 1, total ?? 0)
    else progress.pages = Math.max(progress.pages, total ?? 0, page.index + 1)
  }
  await flush(Math.max(progress.pages, progress.pagesDone), progress.pages)
  await written
  return progress
}

const indexed = (job: Job, { page, chunk, ordinal }: Place, vector: ArrayLike<number>): IndexedChunk => ({
  id: `${job._id}-${page.index}-${ordinal}`,
  vector,
  document: {
    orgId: job.orgId,
    kbId: job.kbId,
    fileId: job._id,
    fileName: job.name,
    page: page.number,
    pageIndex: page.index,
    ordinal,
    heading: chunk.heading,
    text: chunk.text,
    start: chunk.start,
    end: chunk.end,
  },
})
