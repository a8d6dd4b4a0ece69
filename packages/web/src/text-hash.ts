import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DocumentError, readDocument } from '@lectern/documents'
import type { FetchedPage } from './get-page.ts'
import { WebError } from './web-error.ts'

/**
 * Tells versions of a page apart. For web pages it is made of the text that will be read from them, as their markup
 * changes with each visit (tokens, times, advertisements) and nothing should be embedded anew for that; other kinds are
 * taken byte by byte. The text is read in the bounded process of all documents, since the markup is anybody's.
 * @throws WebError not_a_document when no text can be read
 */
export async function contentHash({ kind, body }: FetchedPage, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  if (kind !== 'html') return hash.update(body).digest('hex')
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  try {
    const path = join(folder, 'page.html')
    await writeFile(path, body)
    for await (const { page } of readDocument({ path, name: 'page.html' }, { signal })) hash.update(page.text)
    return hash.digest('hex')
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    const message =
      'There is no text on this page that can be read. Pages that are made by scripts come without their text.'
    throw new WebError('not_a_document', { cause: error, message: error.code === 'empty' ? message : undefined })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
