import { type Cause, outboxEntry } from '@lectern/service'
import type { CrawlReceipt, KnownPage } from '@lectern/web'
import type { Context } from './app.ts'
import { describePage, keepPage } from './fetch-original.ts'
import type { Of } from './models/site-page.ts'

type Use = Pick<Context, 'pages' | 'pageOutbox' | 'jobs' | 'index' | 'blobs'> & { signal: AbortSignal; cause: Cause }

/** Keeps what became of a page, and tells knowledge of what is new, changed or gone. The same receipt twice does no harm. */
export async function keepReceipt(use: Use, of: Of, receipt: CrawlReceipt): Promise<void> {
  switch (receipt.outcome) {
    case 'new':
    case 'changed':
      return keepFound(use, of, receipt)
    case 'unchanged':
      return use.pages.keepUnchanged(of, receipt.url, receipt.known)
    case 'gone':
      return dropGone(use, of, receipt.url)
    case 'failed':
      return use.pages.keepFailed(of, receipt.url, receipt.error.message)
  }
}

async function keepFound(
  { pages, pageOutbox, jobs, blobs, signal, cause }: Use,
  of: Of,
  { url, known, page }: { url: string; known: KnownPage; page: Parameters<typeof describePage>[0] },
): Promise<void> {
  const { orgId, crawlId, kbId, run } = of
  const before = await pages.find(of, url)
  const id = before?._id ?? crypto.randomUUID().replaceAll('-', '')
  // Somebody deleted its file: it stays away.
  if (before && (await jobs.find(orgId, id))?.status === 'deleted') return pages.keepUnchanged(of, url, known)
  const blobKey = `${orgId}/${id}-${(before?.version ?? 0) + 1}`
  await keepPage(blobs, blobKey, page, signal)
  const isNew = !before?.blobKey || (before.run === run && before.outcome === 'new')
  const { name, ext, mime, size } = describePage(page)
  const told = { kbId, crawlId, url, name, ext, mime, size: BigInt(size), blobKey }
  const entry = outboxEntry('document.crawled', cause, told)
  await pages.keep(of, id, url, { ...known, blobKey, outcome: isNew ? 'new' : 'changed' }, entry)
  pageOutbox.wake(id)
}

/** What is gone stops answering before anybody hears of it. */
async function dropGone({ pages, pageOutbox, jobs, index, cause }: Use, of: Of, url: string): Promise<void> {
  const page = await pages.find(of, url)
  if (!page) return
  await jobs.markDeleted(of.orgId, page._id, of.kbId)
  await index.deleteFile(of.orgId, page._id)
  await pages.drop(of, page, outboxEntry('document.vanished', cause, { kbId: of.kbId }))
  pageOutbox.wake(page._id)
}
