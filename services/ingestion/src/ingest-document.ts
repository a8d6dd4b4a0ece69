import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '@lectern/blobs'
import { type Chunk, chunkPage, type Page, readDocument, textToEmbed } from '@lectern/documents'
import type { Embedder } from '@lectern/embedding'
import type { ChunkIndex, IndexedChunk } from './chunk-index.ts'
import type { Job } from './models/job.ts'
import { makeReadingFolder } from './reading-folder.ts'

type Place = { page: Page; chunk: Chunk; ordinal: number }

/** How far a document is: all pages before `pagesDone` are in the index. `pages` is 0 while the total is not known. */
export type Progress = { pagesDone: number; pages: number; chunks: number }

type Use = { blobs: Blobs; embedder: Embedder; index: ChunkIndex; signal: AbortSignal }

/** The first passages go out as a small group, so that they can be searched at once; later groups are larger. */
const firstGroup = 8
const fullGroup = 128
/** So many groups are embedded and written at a time, so that neither waits for the other; then reading waits for the oldest. */
const groupsAtOnce = 4

/**
 * Reads a document page by page, embeds its passages and indexes them, each step while the others work.
 * Goes on after `job.pagesDone`. `advance` is told of each group in their order, once it is in the index.
 * When it ends, also by an error, nothing of it is under way any more.
 * @throws DocumentError, EmbeddingError, or what the engines throw
 */
export async function ingestDocument(
  job: Job,
  use: Use,
  advance: (progress: Progress) => Promise<void>,
): Promise<Progress> {
  const folder = await makeReadingFolder()
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
  use: Use,
  advance: (progress: Progress) => Promise<void>,
): Promise<Progress> {
  const groups = startGroups(job, use, advance)
  let places: Place[] = []
  let size = firstGroup
  let pages = Math.max(job.pages, job.pagesDone)
  try {
    const reading = readDocument({ path, name: nameToRead(job) }, { fromIndex: job.pagesDone, signal: use.signal })
    for await (const { page, total } of reading) {
      pages = total ?? page.index + 1
      places.push(...chunkPage(page).map((chunk, ordinal) => ({ page, chunk, ordinal })))
      if (places.length < size) continue
      await groups.add(places, { pagesDone: page.index + 1, pages: total ?? 0 })
      places = []
      size = Math.min(fullGroup, size * 2)
    }
    await groups.add(places, { pagesDone: pages, pages })
    return await groups.end()
  } catch (error) {
    await groups.end().catch(() => {})
    throw error
  }
}

/** Groups of passages on their way through the embedder into the index. */
function startGroups(job: Job, use: Use, advance: (progress: Progress) => Promise<void>) {
  let progress: Progress = { pagesDone: job.pagesDone, pages: job.pages, chunks: job.chunks }
  const underWay: Promise<void>[] = []
  let isFirst = true

  /** A group is done after the one before it, so that what is told never runs ahead of what is in the index. */
  const index = async (group: Place[], reached: Omit<Progress, 'chunks'>, before: Promise<void> | undefined) => {
    const searchable = isFirst
    isFirst = false
    const texts = group.map(({ chunk }) => textToEmbed(chunk))
    const vectors = await use.embedder.embedDocuments(texts, use.signal)
    use.signal.throwIfAborted()
    await use.index.write(
      group.map((place, i) => indexed(job, place, vectors[i] ?? [])),
      { searchable },
    )
    await before
    progress = { ...reached, chunks: progress.chunks + group.length }
    await advance(progress)
  }

  return {
    /** Takes a group on its way, when there is room. @throws the error of an earlier group */
    async add(group: Place[], reached: Omit<Progress, 'chunks'>): Promise<void> {
      if (underWay.length >= groupsAtOnce) await underWay.shift()
      use.signal.throwIfAborted()
      const done = index(group, reached, underWay.at(-1))
      done.catch(() => {}) // shows where it is awaited
      underWay.push(done)
    },
    /** Waits for all. @throws the error of one that failed, or what called it off */
    async end(): Promise<Progress> {
      await Promise.allSettled(underWay)
      await underWay.at(-1) // fails if any before it did
      use.signal.throwIfAborted()
      return progress
    },
  }
}

/** A page is read as what it is, whatever its title ends with. */
const nameToRead = ({ url, ext, name }: Job) => (url ? `page.${ext}` : name)

const indexed = (job: Job, { page, chunk, ordinal }: Place, vector: ArrayLike<number>): IndexedChunk => ({
  id: `${job._id}-${job.revision}-${page.index}-${ordinal}`,
  vector,
  document: {
    orgId: job.orgId,
    kbId: job.kbId,
    fileId: job._id,
    fileName: job.name,
    url: job.url || null,
    page: page.number,
    pageIndex: page.index,
    ordinal,
    heading: chunk.heading,
    text: chunk.text,
    start: chunk.start,
    end: chunk.end,
    revision: job.revision,
  },
})
