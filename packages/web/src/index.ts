export {
  type CrawlEnd,
  type CrawlOptions,
  type CrawlReceipt,
  crawlSite,
  type KnownPage,
  type SiteState,
} from './crawl-site.ts'
export { type FetchOptions, fetchPage } from './fetch-page.ts'
export type { FetchedPage, UnchangedPage, Validators } from './get-page.ts'
export { createPoster, type Poster } from './post.ts'
export { type WebOptions, webOptions, webSettings } from './settings.ts'
export { WebError, type WebErrorCode } from './web-error.ts'
