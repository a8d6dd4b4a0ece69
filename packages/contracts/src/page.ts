import { type Static, Type } from 'typebox'
import { defineCall, Nullable } from './calls/common.ts'
import { visitorPaths } from './paths.ts'

/** Names of the `<meta>` tags that pages carry; `refused` where a site may not show the chat it embeds. */
export const pageMeta = [
  'type',
  'csrf-token',
  'logged-in',
  'verified',
  'user-id',
  'user',
  'organization',
  'kb',
  'refused',
] as const

export type Shell = 'site' | 'dashboard' | 'embed' | 'chat'

/** The signed-in user, as JSON in the `user` tag. */
export type PageUser = {
  id: string
  name: string
  email: string
  organization_id: number
  type_id: number
  is_root: boolean
  organization: {
    id: number
    name: string
    color: string
    image_url: string | null
    enterprise: boolean
    plan: { id: number }
  } | null
}

/** What a public chat page shows of the organization and the chat, as JSON in its tags. */
export const PublicChat = Type.Object({
  organization: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    color: Type.String(),
    image_url: Nullable(Type.String()),
  }),
  kb: Type.Object({
    unqid: Type.String(),
    name: Type.String(),
    title: Type.String(),
    intro_message: Type.String(),
    color: Nullable(Type.String()),
    button_color: Type.String(),
    image_url: Nullable(Type.String()),
    pre_question_1: Type.String(),
    pre_question_2: Type.String(),
    pre_question_3: Type.String(),
    pre_question_4: Type.String(),
    contact_form: Type.Boolean({ description: 'Whether visitors can leave a message for a person' }),
    has_model: Type.Boolean({ description: 'Whether a language model answers, or exact passages do' }),
  }),
})
export type PublicChat = Static<typeof PublicChat>

/** What the gateway reads to make such a page. */
export const PublicChatAnswer = Type.Object({
  ...PublicChat.properties,
  allowed_domains: Type.Array(Type.String(), { description: 'Sites that may embed the chat; empty: all may' }),
})
export type PublicChatAnswer = Static<typeof PublicChatAnswer>

export const readPublicChat = defineCall({
  method: 'GET',
  url: '/api/w/public-chats/:organization_id/:unqid',
  schema: {
    summary: 'What the public page of a chat shows',
    tags: ['Public chat'],
    params: Type.Object({
      organization_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      unqid: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    response: { 200: PublicChatAnswer },
  },
})

const FreshTicket = Type.Object({ ticket: Type.String(), expires_in: Type.Integer({ description: 'Seconds' }) })
export type FreshTicket = Static<typeof FreshTicket>

/** The gateway's own call: a fresh ticket for a public chat page that stays open. */
export const renewTicket = defineCall({
  method: 'GET',
  url: `${visitorPaths.tickets}/:organization_id/:unqid`,
  schema: {
    summary: 'A fresh ticket for an open public chat page',
    tags: ['Public chat'],
    params: readPublicChat.schema.params,
    response: { 200: FreshTicket },
  },
})

/** The gateway's own call: which sites tried to embed a chat that they may not show. */
export const listRefusedSites = defineCall({
  method: 'GET',
  url: '/api/w/refused-sites/:unqid',
  schema: {
    summary: 'Sites that were refused to embed a chat, in the last month, those that tried most first',
    tags: ['Chats'],
    params: Type.Object({ unqid: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: {
      200: Type.Object({
        sites: Type.Array(
          Type.Object({
            site: Type.String(),
            count: Type.Integer({ description: 'How often the chat was refused there' }),
          }),
        ),
      }),
    },
  },
})
