import type { Static, TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { fieldMessages } from './errors.ts'

/** Messages by field name, as the `errors` of an error answer. */
export type FieldErrors = Record<string, string[]>

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors }

/**
 * Checks a form or a request against its schema, the same way in the browser and on the server.
 * `convert` turns text into numbers and booleans where the schema wants them (queries, multipart forms).
 * Fields the schema does not name are dropped.
 */
export function check<S extends TObject>(schema: S, input: unknown, convert = false): Checked<Static<S>> {
  const given = typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {}
  const cleaned = Value.Clean(schema, given)
  const value = convert ? Value.Convert(schema, cleaned) : cleaned
  if (Value.Check(schema, value)) return { ok: true, value: value as Static<S> }
  return { ok: false, errors: fieldErrors(schema, value as Record<string, unknown>) }
}

function fieldErrors(schema: TObject, value: Record<string, unknown>): FieldErrors {
  const found: FieldErrors = {}
  const required = new Set<string>(schema.required as string[] | undefined)
  for (const [name, field] of Object.entries(schema.properties)) {
    const given = value[name]
    if (given === undefined) {
      if (required.has(name)) found[name] = [ownMessage(field, 'required') ?? fieldMessages.required]
    } else if (!Value.Check(field, given)) found[name] = [messageFor(field, given)]
  }
  return found
}

const ownMessage = (field: TSchema, rule: string) => (field as { messages?: Record<string, string> }).messages?.[rule]

/** What the schema itself says to people: `messages` by keyword, else the plain sentence for the broken rule. */
function messageFor(field: TSchema, given: unknown): string {
  const rule = Value.Errors(field, given)[0]?.keyword ?? ''
  const own = ownMessage(field, rule)
  if (own) return own
  if (rule === 'minLength' || (rule === 'pattern' && given === '')) return fieldMessages.required
  const max = (field as { maxLength?: number }).maxLength
  if (rule === 'maxLength' && max !== undefined) return fieldMessages.tooLong(max)
  return fieldMessages.invalid
}
