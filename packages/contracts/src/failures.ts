import { type Static, Type } from 'typebox'

/** The one shape of every error. */
export const ErrorAnswer = Type.Object({
  message: Type.String({ minLength: 1, description: 'A sentence for people' }),
  code: Type.String({ minLength: 1 }),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 }), {
      description: 'What is wrong, by field',
    }),
  ),
})
export type ErrorAnswer = Static<typeof ErrorAnswer>

/** What a refused or failed question answers with: the error's shape and the answer's in one. */
export const FailedAnswer = Type.Object({
  err: Type.Literal(true),
  ...ErrorAnswer.properties,
  id: Type.Null(),
  type: Type.Union([Type.Literal('limit'), Type.Literal('error')]),
  data: Type.Null(),
})
export type FailedAnswer = Static<typeof FailedAnswer>
