import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { Blobs } from '@lectern/blobs'
import { limits } from '@lectern/contracts'
import { type CrawlOptions, type FetchedPage, fetchPage } from '@lectern/web'
import type { Job } from './models/job.ts'

/** How pages are fetched. */
export type Web = Omit<CrawlOptions, 'state' | 'signal' | 'maxPages' | 'maxDepth'>

/** What a page is that was fetched and kept. */
export type FetchedOriginal = { url: string; name: string; ext: string; mime: string; size: number }

/** Fetches the page of a job and keeps it as the job's original. @throws WebError */
export async function fetchOriginal(
  { url, blobKey }: Pick<Job, 'url' | 'blobKey'>,
  { blobs, web, signal }: { blobs: Blobs; web: Web; signal: AbortSignal },
): Promise<FetchedOriginal> {
  const page = await fetchPage(url, { ...web, signal })
  if (page.status !== 'fetched') throw new Error('a page that was not known came back unchanged')
  await keepPage(blobs, blobKey, page, signal)
  return describePage(page)
}

/** Keeps a page under a key; what a try that was killed left there goes. */
export async function keepPage(blobs: Blobs, blobKey: string, { body }: FetchedPage, signal: AbortSignal) {
  await blobs.delete(blobKey)
  await blobs.put(blobKey, Readable.from([body]), signal)
}

export const describePage = ({ url, title, fileName, mime, body }: FetchedPage): FetchedOriginal => ({
  url,
  name: plain(title ?? '') || fileName,
  ext: extname(fileName).slice(1),
  mime,
  size: body.length,
})

/** A title as one line that fits a list. */
const plain = (title: string) =>
  title
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, limits.name)
    .toWellFormed()
