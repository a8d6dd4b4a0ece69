import Type, { type Static } from 'typebox'
import { defineCall, Nullable } from './common.ts'

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

export const readOrganization = defineCall({
  method: 'GET',
  url: '/api/w/organization',
  schema: {
    summary: 'Read your organization',
    tags: ['Organization'],
    response: { 200: Type.Object({ organization: Organization }) },
  },
})
