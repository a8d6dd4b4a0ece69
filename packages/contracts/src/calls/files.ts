import { type Static, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import { limits } from '../limits.ts'
import { defineCall, Id, IdParams, MessageAnswer, multipart, Nullable, Page, Timestamp } from './common.ts'
import { KnowledgeBase } from './knowledge-bases.ts'

const tags = ['Documents']

export const KnowledgeBaseFile = Type.Object({
  id: Id,
  knowledge_base_id: Id,
  name: Type.String(),
  url: Nullable(Type.String({ description: 'The address of the web page it was read from' })),
  crawl_id: Nullable(Id),
  ext: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  size_format: Type.String(),
  date_format: Type.String(),
  created_at: Timestamp,
  status: Type.Union([Type.Literal('processing'), Type.Literal('ready'), Type.Literal('failed')]),
  error: Nullable(Type.String({ description: 'Why it failed and what a person can do' })),
  pages: Nullable(Type.Integer()),
  pages_done: Type.Integer(),
})
export type KnowledgeBaseFile = Static<typeof KnowledgeBaseFile>

export const listFiles = defineCall({
  method: 'GET',
  url: '/api/w/knowledge-base-files',
  schema: {
    summary: "List a chat's files, newest first",
    tags,
    querystring: Type.Object({ id: Id, page: Type.Optional(Page) }),
    response: {
      200: Type.Object({ kb: KnowledgeBase, files: Type.Array(KnowledgeBaseFile), amount: Type.Integer() }),
    },
  },
})

/** A web page to be read into a chat; `r_ref` comes back as it was sent. */
export const ScrapePage = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 64,
    messages: { required: fieldMessages.chooseChat, minLength: fieldMessages.chooseChat },
  }),
  scrape_url: Type.String({ pattern: '\\S', maxLength: limits.url, messages: { pattern: fieldMessages.required } }),
  r_ref: Type.Optional(Nullable(Type.String({ maxLength: limits.reference }))),
})

/** The parts of the multipart form: `id` (the chat), `file` or `scrape_url`, and `r_ref`, which comes back as it was sent. */
export const uploadFile = defineCall({
  method: 'POST',
  url: '/api/w/knowledge-base-files',
  schema: {
    summary:
      'Upload a document (multipart: id, file, r_ref) or read a web page (multipart or JSON: id, scrape_url, r_ref)',
    tags,
    consumes: multipart,
    response: {
      200: Type.Object({ file: KnowledgeBaseFile, r_ref: Nullable(Type.String()), message: Type.String() }),
    },
  },
})

/** Names the chat that a document is thought to be of: in the address, or as the JSON body. */
export const FileOfChat = Type.Object({ kb_id: Type.Optional(Id) })

export const deleteFile = defineCall({
  method: 'DELETE',
  url: '/api/w/knowledge-base-files/:id',
  schema: {
    summary: 'Delete a document (kb_id, in the query or as JSON, where it must be of that chat)',
    tags,
    params: IdParams,
    querystring: FileOfChat,
    response: { 200: MessageAnswer },
  },
})
