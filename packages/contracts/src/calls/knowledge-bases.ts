import { type Static, Type } from 'typebox'
import { domainsPattern } from '../domains.ts'
import { fieldMessages } from '../errors.ts'
import { limits } from '../limits.ts'
import {
  Color,
  defineCall,
  emailPattern,
  Id,
  IdParams,
  listQuery,
  MessageAnswer,
  multipart,
  Name,
  Nullable,
  Page,
  Timestamp,
} from './common.ts'

const tags = ['Chats']
const text = (maxLength: number) => Type.String({ maxLength })

/** A chat (knowledge base) as its owners see it. Title, colour and image override the organization's where set. */
export const KnowledgeBase = Type.Object({
  id: Id,
  unqid: Type.String({ description: 'The id in public links' }),
  organization_id: Type.Integer(),
  organization: Type.Object({ name: Type.String(), color: Type.String(), image_url: Nullable(Type.String()) }),
  name: Type.String(),
  title: Type.String(),
  intro_message: Type.String(),
  color: Nullable(Type.String()),
  button_color: Type.String(),
  image_url: Nullable(Type.String()),
  has_image: Type.Boolean(),
  system_prompt: Type.String(),
  personality: Type.String(),
  pre_question_1: Type.String(),
  pre_question_2: Type.String(),
  pre_question_3: Type.String(),
  pre_question_4: Type.String(),
  allowed_domains: Type.String({ description: 'Sites that may embed the chat; empty: all may' }),
  daily_cap: Type.Integer({ description: 'Answers a day to visitors; 0: as many as the plan allows' }),
  contact_form: Type.Boolean({ description: 'Whether visitors can leave a message for a person' }),
  contact_email: Type.String({ description: "Where such messages go; empty: to the organization's owner" }),
  contact_url: Type.String({ description: 'Webhook that such messages are sent to as well; empty: none' }),
  file_count: Type.Integer(),
  chat_count: Type.Integer(),
  is_ready: Type.Boolean(),
  is_failed: Type.Boolean(),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type KnowledgeBase = Static<typeof KnowledgeBase>

export const CreateKnowledgeBase = Type.Object({ name: Name })

/** Either half of the chat's settings, or both: a field left out stays as it is. */
export const SaveKnowledgeBase = Type.Object({
  name: Type.Optional(Name),
  title: Type.Optional(text(limits.name)),
  intro_message: Type.Optional(text(limits.introMessage)),
  color: Type.Optional(Color),
  button_color: Type.Optional(Color),
  system_prompt: Type.Optional(text(limits.systemPrompt)),
  personality: Type.Optional(text(limits.systemPrompt)),
  pre_question_1: Type.Optional(text(limits.helperQuestion)),
  pre_question_2: Type.Optional(text(limits.helperQuestion)),
  pre_question_3: Type.Optional(text(limits.helperQuestion)),
  pre_question_4: Type.Optional(text(limits.helperQuestion)),
  allowed_domains: Type.Optional(
    Type.String({
      maxLength: limits.allowedDomains,
      pattern: domainsPattern,
      messages: { pattern: fieldMessages.domains },
      description: 'Sites that may embed the chat, one domain a line, each with its subdomains; empty: all may',
    }),
  ),
  daily_cap: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.dailyCap,
      messages: { type: fieldMessages.dailyCap, minimum: fieldMessages.dailyCap, maximum: fieldMessages.dailyCap },
      description: 'Answers a day to visitors; 0: as many as the plan allows',
    }),
  ),
  contact_form: Type.Optional(Type.Boolean({ description: 'Whether visitors can leave a message for a person' })),
  contact_email: Type.Optional(
    Type.String({
      maxLength: limits.email,
      pattern: `^\\s*$|${emailPattern}`,
      messages: { pattern: fieldMessages.email },
      description: "Where such messages go; empty: to the organization's owner",
    }),
  ),
  contact_url: Type.Optional(
    Type.String({
      maxLength: limits.url,
      pattern: '^\\s*$|^\\s*https?://\\S+\\s*$',
      messages: { pattern: fieldMessages.webhook },
      description: 'Webhook that such messages are sent to as well, signed; empty: none',
    }),
  ),
})
export type SaveKnowledgeBase = Static<typeof SaveKnowledgeBase>

/** Only an organization with an enterprise plan may change these; the picture (`image`) too. */
export const enterpriseFields = ['title', 'color', 'button_color'] as const satisfies (keyof SaveKnowledgeBase)[]

const Saved = Type.Object({ knowledge_base: KnowledgeBase, message: Type.String() })

export const listKnowledgeBases = defineCall({
  method: 'GET',
  url: '/api/w/knowledge-bases',
  schema: {
    summary: 'List chats',
    tags,
    querystring: listQuery('newest', 'oldest', 'name'),
    response: {
      200: Type.Object({
        knowledge_bases: Type.Array(KnowledgeBase),
        amount: Type.Integer({ description: 'Rows a full page has' }),
      }),
    },
  },
})

export const createKnowledgeBase = defineCall({
  method: 'POST',
  url: '/api/w/knowledge-bases',
  schema: { summary: 'Create a chat', tags, consumes: multipart, body: CreateKnowledgeBase, response: { 200: Saved } },
})

export const saveKnowledgeBase = defineCall({
  method: 'POST',
  url: '/api/w/knowledge-bases/:id',
  schema: {
    summary: "Save a chat's settings; as a form its part `image` is the chat's new picture",
    tags,
    consumes: multipart,
    params: IdParams,
    body: SaveKnowledgeBase,
    response: { 200: Saved },
  },
})

/** The same fields as the POST takes. */
export const replaceKnowledgeBase = defineCall({
  method: 'PUT',
  url: saveKnowledgeBase.url,
  schema: {
    summary: "Save a chat's settings",
    tags,
    params: IdParams,
    body: SaveKnowledgeBase,
    response: { 200: Saved },
  },
})

export const deleteKnowledgeBase = defineCall({
  method: 'DELETE',
  url: '/api/w/knowledge-bases/:id',
  schema: { summary: 'Delete a chat with all its files', tags, params: IdParams, response: { 200: MessageAnswer } },
})

export const knowledgeBaseStatus = defineCall({
  method: 'GET',
  url: '/api/w/knowledge-bases/status',
  schema: {
    summary: 'Read one chat and whether it is ready',
    tags,
    querystring: Type.Object({ id: Id, page: Type.Optional(Page) }),
    response: { 200: Type.Object({ kb: KnowledgeBase }) },
  },
})
