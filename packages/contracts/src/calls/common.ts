import { type TObject, type TSchema, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import { limits } from '../limits.ts'

/** One HTTP call: what a service registers as a route, what OpenAPI tells, what the browser sends. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  schema: {
    summary: string
    tags: string[]
    params?: TObject
    querystring?: TObject
    body?: TObject
    consumes?: string[]
    produces?: string[]
    response: { 200: TSchema } | { 302: TSchema }
  }
}

export const defineCall = <const C extends Call>(call: C): C => call

const filled = '\\S'

export const Id = Type.String({ minLength: 1, maxLength: 64 })
export const IdParams = Type.Object({ id: Id })
export const Name = Type.String({
  pattern: filled,
  maxLength: limits.name,
  messages: { pattern: fieldMessages.required },
})
export const emailPattern = '^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$'
export const Email = Type.String({
  pattern: emailPattern,
  maxLength: limits.email,
  messages: { pattern: fieldMessages.email },
})
export const Password = Type.String({
  minLength: limits.passwordMin,
  maxLength: limits.passwordMax,
  messages: { minLength: fieldMessages.passwordShort, maxLength: fieldMessages.passwordLong },
})
export const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', messages: { pattern: fieldMessages.color } })
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })

/** What a list is asked for: which page of which rows, in which of its orders. */
export type ListQuery<Order extends string> = { page?: number; search?: string; sort?: Order }

/** The query of a list. The first of its orders is the one it has unasked. */
export const listQuery = <Order extends string>(...orders: Order[]) =>
  Type.Object({
    page: Type.Optional(Page),
    search: Type.Optional(
      Type.String({ maxLength: limits.search, description: 'Words that each row has, in upper or lower case' }),
    ),
    sort: Type.Optional(Type.Enum(orders, { default: orders[0] })),
  })
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const MessageAnswer = Type.Object({ message: Type.String() })
/** Where to go on, and why. */
export const RedirectAnswer = Type.Object({ url: Type.String(), message: Type.String() })

export const multipart = ['multipart/form-data', 'application/json']
