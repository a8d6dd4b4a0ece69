import type { Call } from '@lectern/contracts'
import type { Static, TObject, TSchema } from 'typebox'

export type AnswerOf<C extends Call> = C['schema']['response'] extends { 200: infer A extends TSchema }
  ? Static<A>
  : undefined
export type BodyOf<C extends Call> = C['schema'] extends { body: infer B extends TObject } ? Static<B> : undefined
export type QueryOf<C extends Call> = C['schema'] extends { querystring: infer Q extends TObject }
  ? Static<Q>
  : undefined

type Parts<C extends Call> = { params?: Record<string, string | number>; query?: QueryOf<C>; body?: BodyOf<C> }

/** A call of the contracts with its parts filled in, as RTK Query's base query takes it. */
export function toRequest<C extends Call>(call: C, { params = {}, query, body }: Parts<C> = {}) {
  return {
    method: call.method,
    url: call.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? ''))),
    params: query,
    body,
  }
}

/** Which rows of a list are asked for, and in which order. */
export type RowsOf<C extends Call> = Omit<QueryOf<C>, 'page'>

/** What is saved together with a picture: as a form where one was chosen, else as JSON, which keeps line breaks as they are. */
export function withImage(fields: Record<string, string | number | boolean | undefined>, image: File | null) {
  if (!image) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('image', image, image.name)
  return form
}
