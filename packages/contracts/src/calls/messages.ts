import { type Static, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import type { FailedAnswer } from '../failures.ts'
import { limits } from '../limits.ts'
import { visitorPaths } from '../paths.ts'
import { defineCall, Id, IdParams, listQuery, MessageAnswer, Nullable, Page, Timestamp } from './common.ts'

const tags = ['Messages']

export const Prompt = Type.String({
  pattern: '\\S',
  maxLength: limits.prompt,
  messages: { required: fieldMessages.promptBlank, pattern: fieldMessages.promptBlank },
})

export const AskQuestion = Type.Object({
  prompt: Prompt,
  kb_id: Type.String({
    minLength: 1,
    maxLength: 64,
    messages: { required: fieldMessages.chooseChat, minLength: fieldMessages.chooseChat },
  }),
  t_d: Type.Optional(
    Type.String({
      pattern: `^[A-Za-z0-9]{${limits.transactionId}}$`,
      description: 'Transaction id of the chat session',
    }),
  ),
  p_g: Type.Optional(
    Type.Union([Type.Boolean(), Type.String({ maxLength: 10 }), Type.Integer()], {
      description: 'Asked in the Playground',
    }),
  ),
  org_id: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d*$', maxLength: 15 })])),
  messages: Type.Optional(
    Type.String({ maxLength: 64 * limits.messagesListed, description: 'Ids of the messages so far, comma separated' }),
  ),
  visitor: Type.Optional(
    Type.String({
      maxLength: limits.visitorToken,
      description:
        "Who asks: a JSON Web Token signed with the organization's signing secret; one that does not hold is ignored",
    }),
  ),
})
export type AskQuestion = Static<typeof AskQuestion>

export const Source = Type.Object({
  n: Type.Integer({ description: 'The number of its mark in the answer' }),
  file_id: Id,
  name: Type.String(),
  page: Nullable(Type.Integer()),
  url: Nullable(Type.String()),
  quote: Type.String({ description: 'Exact words of the source' }),
  start: Type.Integer({
    description:
      "Where the quote starts in the page's text (in the whole text where there are no pages), in UTF-16 units",
  }),
  end: Type.Integer(),
  before: Type.Optional(Type.String({ description: 'The words of the source before the quote, where there are any' })),
  after: Type.Optional(Type.String({ description: 'The words of the source after it' })),
})
export type Source = Static<typeof Source>

export const AnswerType = Type.Union([
  Type.Literal('answer'),
  Type.Literal('no_answer'),
  Type.Literal('limit'),
  Type.Literal('error'),
])

export const Answer = Type.Object({
  err: Type.Boolean(),
  message: Type.String(),
  id: Id,
  type: AnswerType,
  data: Type.Object({
    answer: Type.String({ description: 'Markdown with [1] marks' }),
    user_message_id: Id,
    transcript_id: Id,
    sources: Type.Array(Source),
    by: Type.Union([Type.Literal('model'), Type.Literal('passages'), Type.Literal('owner')], {
      description:
        'Who wrote the answer: the model; the exact passages because no model is set or reachable; or the owner, for this very question',
    }),
    notice: Nullable(Type.String({ description: 'What the reader should know about how this was answered' })),
    suggestions: Type.Array(Type.String(), {
      description: 'The nearest questions that can be answered, where this one cannot',
    }),
  }),
})
export type Answer = Static<typeof Answer>

/**
 * What a streamed answer sends. `sources` comes first with the passages that were found, then with those the answer cites: each replaces
 * the one before. The deltas since the last `restart` are the answer so far; `restart` takes back what was shown, when the model
 * breaks off or says what the documents do not. `done` ends it with the whole answer, `error` without one.
 */
export type AnswerStreamEvents = {
  sources: { sources: Source[] }
  delta: { text: string }
  restart: Record<string, never>
  done: Answer
  error: FailedAnswer
}

export const askQuestion = defineCall({
  method: 'POST',
  url: visitorPaths.messages,
  schema: {
    summary:
      'Ask a question. With `Accept: text/event-stream` the answer is streamed: sources, delta, restart, then done or error',
    tags,
    body: AskQuestion,
    consumes: ['multipart/form-data', 'application/json'],
    response: { 200: Answer },
  },
})

/** Whom the organization's own site says a visitor to be, by a token that it signed. */
export const IdentifiedVisitor = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() })
export type IdentifiedVisitor = Static<typeof IdentifiedVisitor>

/** What a reader said of an answer. */
export const Feedback = Type.Object({
  thumb: Type.Union([Type.Literal('up'), Type.Literal('down')]),
  comment: Type.String(),
})
export type Feedback = Static<typeof Feedback>

export const Transcript = Type.Object({
  id: Id,
  unqid: Type.String(),
  date_format: Type.String(),
  created_at: Timestamp,
  chat_count: Type.Integer(),
  kb: Type.Object({ id: Id, name: Type.String() }),
  first_chat: Type.Object({ content: Type.String() }),
  visitor: Nullable(IdentifiedVisitor),
  thumbs_up: Type.Integer(),
  thumbs_down: Type.Integer(),
})

export const ChatMessage = Type.Object({
  id: Id,
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
  content: Type.String(),
  is_ai: Type.Boolean(),
  error: Type.Boolean(),
  error_text: Type.String(),
  type: AnswerType,
  sources: Type.Array(Source),
  feedback: Nullable(Feedback),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type ChatMessage = Static<typeof ChatMessage>

export const listTranscripts = defineCall({
  method: 'GET',
  url: '/api/w/transcripts',
  schema: {
    summary: 'List transcripts',
    tags,
    querystring: Type.Object({
      ...listQuery('newest', 'oldest').properties,
      kb_id: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: {
      200: Type.Object({
        transcripts: Type.Array(Transcript),
        amount: Type.Integer(),
        kbs: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      }),
    },
  },
})

export const readTranscript = defineCall({
  method: 'GET',
  url: '/api/w/transcripts/:id',
  schema: {
    summary: 'Read one transcript, oldest message first',
    tags,
    params: IdParams,
    querystring: Type.Object({ page: Type.Optional(Page) }),
    response: {
      200: Type.Object({ transcript: Transcript, chats: Type.Array(ChatMessage), amount: Type.Integer() }),
    },
  },
})

export const deleteTranscript = defineCall({
  method: 'DELETE',
  url: '/api/w/transcripts/:id',
  schema: { summary: 'Delete a transcript', tags, params: IdParams, response: { 200: MessageAnswer } },
})

export const readDashboard = defineCall({
  method: 'GET',
  url: '/api/w/dashboard',
  schema: {
    summary: "Numbers of the organization's dashboard",
    tags: ['Dashboard'],
    response: {
      200: Type.Object({
        chat_remaining: Type.Integer(),
        chat_total: Type.Integer(),
        kb_count: Type.Integer(),
        transcript_count: Type.Integer(),
        file_count: Type.Integer(),
        chat_data: Type.Object({ dates: Type.Array(Type.String()), counts: Type.Array(Type.Integer()) }),
      }),
    },
  },
})
