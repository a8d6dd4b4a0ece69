import type { Context } from './app.ts'
import type { SitePage } from './models/site-page.ts'

/** Forgets a website and its pages; their files are deleted each by an event of its own. */
export async function forgetWebsite({ crawls, pages }: Context, orgId: number, id: string, kbId: string) {
  await crawls.markDeleted(orgId, id, kbId)
  await pages.remove(orgId, id)
}

/** What is left to do when all that a page had to tell is told. */
export async function forgetPage({ crawls, pages }: Context, { orgId, crawlId }: SitePage): Promise<void> {
  if ((await crawls.find(orgId, crawlId))?.status === 'deleted') await pages.remove(orgId, crawlId)
}
