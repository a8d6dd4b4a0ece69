import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { DocumentError, type Page, type ReadOptions, readDocument } from '../src/index.ts'

/** Puts a document on disk until the test is over. */
export async function saved(t: TestContext, name: string, content: string | Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return { path, name }
}

export async function pagesOf(file: { path: string; name: string }, options?: ReadOptions): Promise<Page[]> {
  const pages: Page[] = []
  for await (const { page } of readDocument(file, options)) pages.push(page)
  return pages
}

/** Reads a document that cannot be read, and gives its error. */
export async function errorOf(file: { path: string; name: string }, options?: ReadOptions): Promise<DocumentError> {
  try {
    await pagesOf(file, options)
  } catch (error) {
    if (error instanceof DocumentError) return error
    throw error
  }
  throw new Error(`${file.name} was read`)
}
