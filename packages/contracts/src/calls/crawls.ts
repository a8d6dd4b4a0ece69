import { type Static, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import { defaults, limits } from '../limits.ts'
import { defineCall, Id, IdParams, MessageAnswer, Nullable, Timestamp } from './common.ts'

const tags = ['Websites']

const Every = Type.Union([Type.Literal('never'), Type.Literal('day'), Type.Literal('week')], {
  description: 'How often it is read again by itself',
})

/** What a reading of a website came to. */
export const CrawlReceipt = Type.Object({
  started_at: Timestamp,
  finished_at: Timestamp,
  new: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  removed: Type.Integer(),
  failed: Type.Integer(),
  embedded: Type.Number({ description: 'Share of its passages that were embedded anew, from 0 to 1' }),
  stopped: Nullable(
    Type.Union([Type.Literal('page_limit'), Type.Literal('time_limit'), Type.Literal('site_trouble')], {
      description: 'Why not all pages were visited',
    }),
  ),
  error: Nullable(Type.String({ description: 'Why nothing could be read and what a person can do' })),
  problems: Type.Array(Type.Object({ url: Type.String(), message: Type.String() }), {
    description: 'The first pages that failed',
  }),
})
export type CrawlReceipt = Static<typeof CrawlReceipt>

/** A website that is read into a chat. */
export const Crawl = Type.Object({
  id: Id,
  knowledge_base_id: Id,
  url: Type.String(),
  max_pages: Type.Integer(),
  max_depth: Type.Integer(),
  every: Every,
  status: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  error: Nullable(Type.String({ description: 'Why it failed and what a person can do' })),
  pages: Type.Integer({ description: 'Pages of it among the files' }),
  next_at: Nullable(Timestamp),
  receipts: Type.Array(CrawlReceipt, { description: 'Newest first' }),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type Crawl = Static<typeof Crawl>

export const StartCrawl = Type.Object({
  url: Type.String({ pattern: '\\S', maxLength: limits.url, messages: { pattern: fieldMessages.required } }),
  max_pages: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.crawlPages, default: defaults.crawlPages })),
  max_depth: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.crawlDepth, default: defaults.crawlDepth })),
  every: Type.Optional(Every),
})
export type StartCrawl = Static<typeof StartCrawl>

const CrawlParams = Type.Object({ id: Id, crawl_id: Id })
const url = '/api/w/knowledge-bases/:id/crawls'

export const listCrawls = defineCall({
  method: 'GET',
  url,
  schema: {
    summary: 'List the websites that are read into a chat, newest first, with what each reading came to',
    tags,
    params: IdParams,
    response: { 200: Type.Object({ crawls: Type.Array(Crawl) }) },
  },
})

export const startCrawl = defineCall({
  method: 'POST',
  url,
  schema: {
    summary: 'Read a whole website into a chat, page by page',
    tags,
    params: IdParams,
    body: StartCrawl,
    response: { 200: Type.Object({ crawl: Crawl, message: Type.String() }) },
  },
})

export const crawlAgain = defineCall({
  method: 'POST',
  url: `${url}/:crawl_id/recrawl`,
  schema: {
    summary: 'Read a website again: what is new or changed is read, what is gone does not answer any more',
    tags,
    params: CrawlParams,
    response: { 200: Type.Object({ crawl: Crawl, message: Type.String() }) },
  },
})

export const deleteCrawl = defineCall({
  method: 'DELETE',
  url: `${url}/:crawl_id`,
  schema: {
    summary: 'Delete a website with all its pages',
    tags,
    params: CrawlParams,
    response: { 200: MessageAnswer },
  },
})
