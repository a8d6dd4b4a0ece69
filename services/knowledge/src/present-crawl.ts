import { type CrawlReceipt, dateFormat, type Crawl as ShownCrawl } from '@lectern/contracts'
import type { Crawl, Receipt } from './models/crawl.ts'

export const presentCrawl = (crawl: Crawl, pages: number): ShownCrawl => ({
  id: crawl._id,
  knowledge_base_id: crawl.chatId,
  url: crawl.url,
  max_pages: crawl.maxPages,
  max_depth: crawl.maxDepth,
  every: crawl.every,
  status: crawl.status,
  error: crawl.status === 'failed' ? (crawl.receipts.at(-1)?.error ?? null) : null,
  pages,
  next_at: crawl.nextAt?.toISOString() ?? null,
  receipts: crawl.receipts.map(presentReceipt).reverse(),
  date_format: dateFormat(crawl.createdAt),
  created_at: crawl.createdAt.toISOString(),
})

const presentReceipt = ({ startedAt, finishedAt, chunks, chunksEmbedded, ...receipt }: Receipt): CrawlReceipt => ({
  ...receipt,
  started_at: startedAt.toISOString(),
  finished_at: finishedAt.toISOString(),
  embedded: chunks === 0 ? 0 : chunksEmbedded / chunks,
})
