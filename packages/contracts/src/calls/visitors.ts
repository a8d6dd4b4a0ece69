import { type Static, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import { limits } from '../limits.ts'
import { visitorPaths } from '../paths.ts'
import { defineCall, Email, Id, IdParams, MessageAnswer, Name, Nullable, Page, Timestamp } from './common.ts'

const tags = ['Visitors']

const TranscriptId = Type.String({ minLength: 1, maxLength: 128 })

/** A thumb for an answer, by who was given it; another one takes the place of the first. */
export const GiveFeedback = Type.Object({
  transcript_id: TranscriptId,
  message_id: Id,
  thumb: Type.Union([Type.Literal('up'), Type.Literal('down')]),
  comment: Type.Optional(Type.String({ maxLength: limits.feedbackComment })),
})
export type GiveFeedback = Static<typeof GiveFeedback>

export const giveFeedback = defineCall({
  method: 'POST',
  url: visitorPaths.feedback,
  schema: {
    summary: 'Say whether an answer helped',
    tags,
    body: GiveFeedback,
    response: { 200: MessageAnswer },
  },
})

/** A message for a person. A conversation goes along where one of its messages is named: ids of messages cannot be guessed. */
export const LeaveMessage = Type.Object({
  kb_id: Id,
  name: Name,
  email: Email,
  message: Type.String({
    pattern: '\\S',
    maxLength: limits.contactMessage,
    messages: { pattern: fieldMessages.contactBlank },
  }),
  transcript_id: Type.Optional(TranscriptId),
  message_id: Type.Optional(Id),
  visitor: Type.Optional(Type.String({ maxLength: limits.visitorToken })),
})
export type LeaveMessage = Static<typeof LeaveMessage>

export const leaveMessage = defineCall({
  method: 'POST',
  url: visitorPaths.contact,
  schema: {
    summary: "Leave a message for a person; goes to the chat's owner by mail and webhook, with the conversation",
    tags,
    body: LeaveMessage,
    response: { 200: MessageAnswer },
  },
})

export const ContactMessage = Type.Object({
  id: Id,
  kb: Type.Object({ id: Id, name: Type.String() }),
  name: Type.String(),
  email: Type.String(),
  message: Type.String(),
  is_identified: Type.Boolean({ description: "Whether the organization's own site told who it is" }),
  transcript_id: Nullable(Id),
  webhook: Type.Union([
    Type.Literal('none'),
    Type.Literal('waiting'),
    Type.Literal('delivered'),
    Type.Literal('failed'),
  ]),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type ContactMessage = Static<typeof ContactMessage>

export const listContactMessages = defineCall({
  method: 'GET',
  url: '/api/w/contact-messages',
  schema: {
    summary: 'Messages that visitors left for a person, newest first',
    tags,
    querystring: Type.Object({ page: Type.Optional(Page), kb_id: Type.Optional(Type.String({ maxLength: 64 })) }),
    response: { 200: Type.Object({ messages: Type.Array(ContactMessage), amount: Type.Integer() }) },
  },
})

export const deleteContactMessage = defineCall({
  method: 'DELETE',
  url: '/api/w/contact-messages/:id',
  schema: { summary: 'Delete a message of a visitor', tags, params: IdParams, response: { 200: MessageAnswer } },
})

const SigningSecret = Type.Object({ secret: Type.String(), rotated_at: Nullable(Timestamp) })

export const readSigningSecret = defineCall({
  method: 'GET',
  url: '/api/w/signing-secret',
  schema: {
    summary: 'The secret that identifies visitors and signs webhooks (admins)',
    tags,
    response: { 200: SigningSecret },
  },
})

export const rotateSigningSecret = defineCall({
  method: 'POST',
  url: '/api/w/signing-secret',
  schema: {
    summary: 'Make a new signing secret; the one before holds no more (admins)',
    tags,
    response: { 200: SigningSecret },
  },
})
