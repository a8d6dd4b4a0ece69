import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { Color, defineCall, MessageAnswer, multipart, Name, Nullable, RedirectAnswer } from './common.ts'

const tags = ['Organization']

export const Organization = Type.Object({
  id: Type.Integer(),
  user_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  system_prompt: Type.String({ description: 'Global guardrails' }),
  color: Type.String(),
  image_url: Nullable(Type.String()),
  enterprise: Type.Boolean(),
  plan: Type.Object({ id: Type.Integer() }),
})
export type Organization = Static<typeof Organization>

/** A field left out stays as it is. */
export const SaveOrganization = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(Type.String({ maxLength: limits.description })),
  system_prompt: Type.Optional(Type.String({ maxLength: limits.guardrails })),
  color: Type.Optional(Color),
})
export type SaveOrganization = Static<typeof SaveOrganization>

export const readOrganization = defineCall({
  method: 'GET',
  url: '/api/w/organization',
  schema: {
    summary: 'Read your organization',
    tags,
    response: { 200: Type.Object({ organization: Organization }) },
  },
})

/** As a form its part `image` is the new logo. */
export const saveOrganization = defineCall({
  method: 'POST',
  url: '/api/w/organization',
  schema: {
    summary: "Save your organization's settings and logo (admins)",
    tags,
    consumes: multipart,
    body: SaveOrganization,
    response: { 200: MessageAnswer },
  },
})

/** Its name typed in confirms it. */
export const deleteOrganization = defineCall({
  method: 'DELETE',
  url: '/api/w/organization',
  schema: {
    summary: 'Delete your organization with all its users, chats and documents (its owner)',
    tags,
    body: Type.Object({ name: Type.String({ maxLength: limits.name }) }),
    response: { 200: RedirectAnswer },
  },
})
