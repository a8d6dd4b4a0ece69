import { Type } from 'typebox'
import { defineCall, Id } from './common.ts'

/** Where a kept picture is read. */
export const imageUrl = (key: string) => `/api/w/images/${key}`

export const readImage = defineCall({
  method: 'GET',
  url: imageUrl(':key'),
  schema: {
    summary: 'A picture of an organization or a chat',
    tags: ['Images'],
    params: Type.Object({ key: Id }),
    produces: ['image/webp'],
    response: { 200: Type.String({ format: 'binary' }) },
  },
})
