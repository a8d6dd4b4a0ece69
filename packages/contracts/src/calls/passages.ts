import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { defineCall, Id, Nullable, Page } from './common.ts'
import { Prompt, Source } from './messages.ts'

const tags = ['Passages']

/** A passage as it was read from a document. */
export const ReadPassage = Type.Object({
  id: Type.String(),
  page: Nullable(Type.Integer()),
  heading: Nullable(Type.String()),
  text: Type.String(),
  start: Type.Integer({ description: "Where it starts in the page's text, in UTF-16 units" }),
  end: Type.Integer(),
})
export type ReadPassage = Static<typeof ReadPassage>

export const listPassages = defineCall({
  method: 'GET',
  url: '/api/w/passages',
  schema: {
    summary: 'What was read from a file, passage by passage, in the order of the document',
    tags,
    querystring: Type.Object({
      file_id: Id,
      from_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      page: Type.Optional(Page),
    }),
    response: {
      200: Type.Object({
        passages: Type.Array(ReadPassage),
        total: Type.Integer({ description: 'Passages of the whole file, or from `from_page` on' }),
        amount: Type.Integer(),
      }),
    },
  },
})

/** A passage that was found for a question, and how well it fits. */
export const FoundPassage = Type.Object({
  id: Type.String(),
  file_id: Id,
  name: Type.String(),
  page: Nullable(Type.Integer()),
  url: Nullable(Type.String()),
  heading: Nullable(Type.String()),
  text: Type.String(),
  score: Type.Number({ description: 'What they are ordered by' }),
  similarity: Nullable(
    Type.Number({ description: 'Likeness in meaning, from -1 to 1; null where only words found it' }),
  ),
  words: Nullable(Type.Number({ description: 'Score of its words (BM25); null where only meaning found it' })),
})
export type FoundPassage = Static<typeof FoundPassage>

export const testRetrieval = defineCall({
  method: 'POST',
  url: '/api/w/passages/search',
  schema: {
    summary: 'Which passages are found for a question, best first, and what would be quoted; counts as no answer',
    tags,
    body: Type.Object({ kb_id: Id, question: Prompt }),
    response: {
      200: Type.Object({
        passages: Type.Array(FoundPassage, { maxItems: limits.passagesTested }),
        sources: Type.Array(Source, { description: 'What would be quoted without a model' }),
        support: Type.Number({ description: 'How sure it is that the passages tell what was asked' }),
        enough: Type.Number({ description: 'From this support on it is answered' }),
        pair: Nullable(Type.Object({ id: Id, question: Type.String(), similarity: Type.Number() })),
        took_ms: Type.Number(),
      }),
    },
  },
})
export type RetrievalTest = Static<(typeof testRetrieval)['schema']['response'][200]>
