import type { Static, TObject, TSchema } from 'typebox'
import type { Call } from '../calls/common.ts'
import * as contracts from '../index.ts'

type Contracts = typeof contracts
export type CallName = { [K in keyof Contracts]: Contracts[K] extends Call ? K : never }[keyof Contracts]
export type BodyOf<N extends CallName> = Contracts[N]['schema'] extends { body: infer B extends TObject }
  ? Static<B>
  : never
export type AnswerOf<N extends CallName> = Contracts[N]['schema']['response'] extends { 200: infer A extends TSchema }
  ? Static<A>
  : never

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value

/** Every call of the product by its name. */
export const calls = Object.fromEntries(
  Object.entries<unknown>(contracts).filter(([, value]) => isCall(value)),
) as Record<CallName, Call>
