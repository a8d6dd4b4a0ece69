import { readFile } from 'node:fs/promises'
import { DocumentError } from './errors.ts'
import type { PageRead } from './page.ts'

export type ReadLimits = {
  /** Longest time to read one page, in milliseconds. */
  pageMs: number
  /** Longest time to read the whole document, in milliseconds, the consumer's own time not counted. */
  totalMs: number
  /** Most memory the reading process may take, in MiB. */
  memoryMb: number
}

export type ReadOptions = {
  /** `index` of the first page wanted: resumes where an earlier reading ended. Default 0. */
  fromIndex?: number
  limits?: Partial<ReadLimits>
  signal?: AbortSignal
}

/**
 * Reads a document from disk in a process of its own, page by page, as fast as the pages are taken.
 * `name` is the name it was uploaded under. Throws `DocumentError`.
 */
export async function* readDocument(
  file: { path: string; name: string },
  options: ReadOptions = {},
): AsyncGenerator<PageRead> {
  const text = (await readFile(file.path, 'utf8')).trim()
  if (text === '') throw new DocumentError('empty')
  if ((options.fromIndex ?? 0) > 0) return
  yield { page: { index: 0, number: null, text, heading: null, headings: [] }, total: null }
}
