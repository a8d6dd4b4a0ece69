import { type Static, Type } from 'typebox'
import { defineCall, Nullable } from './common.ts'

export const Plan = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  price: Type.Number({ description: 'Dollars a month' }),
  short_description: Type.String(),
  description: Type.String({ description: 'Features, comma separated' }),
})
export type Plan = Static<typeof Plan>

export const listPlans = defineCall({
  method: 'GET',
  url: '/api/w/plans',
  schema: {
    summary: 'List the plans and the one you are on (null for visitors)',
    tags: ['Plans'],
    response: { 200: Type.Object({ plans: Type.Array(Plan), plan: Nullable(Plan) }) },
  },
})
