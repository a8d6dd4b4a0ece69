import { type Static, Type } from 'typebox'
import { defineCall, Id, IdParams, listQuery, MessageAnswer, Timestamp } from './common.ts'

const tags = ['Logs']

/** Who did what, when. */
export const Log = Type.Object({
  id: Id,
  user: Type.String({ description: 'The email of who did it' }),
  body: Type.String(),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type Log = Static<typeof Log>

export const listLogs = defineCall({
  method: 'GET',
  url: '/api/w/logs',
  schema: {
    summary: 'List what was changed in your organization',
    tags,
    querystring: listQuery('newest', 'oldest'),
    response: {
      200: Type.Object({
        items: Type.Array(Log),
        amount: Type.Integer({ description: 'Rows a full page has' }),
        is_root: Type.Boolean(),
      }),
    },
  },
})

export const removeLog = defineCall({
  method: 'DELETE',
  url: '/api/w/logs/:id',
  schema: { summary: 'Remove a log entry (root users)', tags, params: IdParams, response: { 200: MessageAnswer } },
})
