import { type Static, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import { limits } from '../limits.ts'
import { defineCall, Id, IdParams, MessageAnswer, Page, Timestamp } from './common.ts'

const tags = ['Written answers']

const filled = (maxLength: number) =>
  Type.String({ pattern: '\\S', maxLength, messages: { pattern: fieldMessages.required } })

/** A question and the answer that its owner wrote for it: it wins over what the documents tell. */
export const AnswerPair = Type.Object({
  id: Id,
  knowledge_base_id: Id,
  question: Type.String(),
  answer: Type.String(),
  date_format: Type.String(),
  updated_at: Timestamp,
})
export type AnswerPair = Static<typeof AnswerPair>

export const WriteAnswerPair = Type.Object({
  question: filled(limits.pairQuestion),
  answer: filled(limits.pairAnswer),
})
export type WriteAnswerPair = Static<typeof WriteAnswerPair>

const url = '/api/w/answer-pairs'
const Written = Type.Object({ pair: AnswerPair, message: Type.String() })

export const listAnswerPairs = defineCall({
  method: 'GET',
  url,
  schema: {
    summary: 'List the written answers of a chat, newest first',
    tags,
    querystring: Type.Object({ kb_id: Id, page: Type.Optional(Page) }),
    response: { 200: Type.Object({ pairs: Type.Array(AnswerPair), amount: Type.Integer() }) },
  },
})

export const writeAnswerPair = defineCall({
  method: 'POST',
  url,
  schema: {
    summary: 'Write the answer to a question; one that stands for the same question is replaced',
    tags,
    body: Type.Object({ kb_id: Id, ...WriteAnswerPair.properties }),
    response: { 200: Written },
  },
})

export const saveAnswerPair = defineCall({
  method: 'POST',
  url: `${url}/:id`,
  schema: {
    summary: 'Change a written answer',
    tags,
    params: IdParams,
    body: WriteAnswerPair,
    response: { 200: Written },
  },
})

export const deleteAnswerPair = defineCall({
  method: 'DELETE',
  url: `${url}/:id`,
  schema: { summary: 'Delete a written answer', tags, params: IdParams, response: { 200: MessageAnswer } },
})

export const AnswerPairImport = Type.Object({
  written: Type.Integer({ description: 'Rows that were taken, also those that replaced an answer' }),
  refused: Type.Array(Type.Object({ row: Type.Integer(), message: Type.String() }), {
    description: 'The first rows that were not, and why',
  }),
  message: Type.String(),
})
export type AnswerPairImport = Static<typeof AnswerPairImport>

export const importAnswerPairs = defineCall({
  method: 'POST',
  url: `${url}/import`,
  schema: {
    summary: 'Import written answers from CSV: the question in the first column, the answer in the second',
    tags,
    body: Type.Object({ kb_id: Id, csv: filled(limits.pairImport) }),
    response: { 200: AnswerPairImport },
  },
})
