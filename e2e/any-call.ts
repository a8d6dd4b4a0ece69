import { type CallName, calls, notes } from '@lectern/contracts/openapi'
import fc from 'fast-check'

/** A JSON schema as the contracts have them. */
type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Ids of what there is, by the name of the parameter or field that takes them. */
export type World = Record<string, string[]>

/** A call as it is sent: `form` as multipart/form-data, else the body is text of that type. */
export type AnyCall = {
  name: CallName
  path: string
  body?: { type: string; text: string } | { form: [name: string, value: string, fileName?: string][] }
}

const ofSchema = (schema: unknown): Schema => JSON.parse(JSON.stringify(schema ?? {}))
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))

/** Values that a schema allows; where the world knows a field, most of them are of what there is. */
function fitting(schema: Schema, world: World, name = ''): fc.Arbitrary<unknown> {
  const { type, anyOf, pattern, minLength = 0, maxLength = 5000 } = schema
  const known = world[name]
  if (known) return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, text)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map((each) => fitting(each, world)))
  if (type === 'object') return fittingFields(schema, world)
  if (type === 'array') return fc.array(fitting(schema.items ?? {}, world), { maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({ min: schema.minimum ?? -100, max: Math.min(schema.maximum ?? 100, 2 ** 31) })
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (type === 'null') return fc.constant(null)
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((value) => value.slice(0, maxLength))
  return fc.oneof(
    { weight: 8, arbitrary: text.map((value) => value.slice(0, maxLength).padEnd(minLength, 'a')) },
    fc.constant('ä'.repeat(maxLength)),
  )
}

function fittingFields(
  { properties = {}, required = [] }: Schema,
  world: World,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fitting(schema, world, name)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '../..', '$where', '{"$gt":""}', '%zz', -1, 1e308, 'a'.repeat(6000)),
)

/** The same with a field that has a wrong value, is missing, or is not known. */
function broken(schema: Schema, world: World): fc.Arbitrary<Record<string, unknown>> {
  const names = [...Object.keys(schema.properties ?? {}), '__proto__', 'constructor', 'other']
  return fc
    .tuple(fittingFields(schema, world), fc.constantFrom(...names), fc.option(wrong, { nil: undefined }))
    .map(([fields, name, value]) => ({ ...fields, [name]: value }))
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const encoded = (value: unknown) => encodeURIComponent(asText(value).toWellFormed())

/** The path of a call; a parameter is never empty or a dot, as that would be another path. */
function pathOf({ url, schema }: (typeof calls)[CallName], world: World): fc.Arbitrary<string> {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = fc.tuple(...names.map((name) => fc.oneof(fitting({ type: 'string' }, world, name), wrong)))
  const query = ofSchema(schema.querystring)
  const queries = schema.querystring
    ? fc.oneof({ weight: 3, arbitrary: fittingFields(query, world) }, broken(query, world))
    : fc.constant({})
  return fc.tuple(params, queries).map(([values, fields]) => {
    const path = names.reduce(
      (path, name, index) => path.replace(`:${name}`, () => encoded(values[index]).replace(/^\.*$/, 'nothing')),
      url,
    )
    const search = Object.entries(fields).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    return search.length > 0 ? `${path}?${search.join('&')}` : path
  })
}

const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'multipart/form-data', 'a/b']

/** What a call is sent with: its body or its form, right or wrong, or what is neither. */
function bodyOf(name: CallName, world: World): fc.Arbitrary<AnyCall['body']> {
  const { form, json } = notes[name] as { form?: unknown; json?: { schema: unknown } }
  const schema = calls[name].schema.body ?? json?.schema
  const raw = fc.record({ type: fc.constantFrom(...types), text: fc.oneof(text, fc.json()) })
  if (!schema && !form) return fc.option(raw, { nil: undefined, freq: 4 })
  const asJson = (fields: unknown) => ({ type: 'application/json', text: JSON.stringify(fields) })
  const ways: fc.WeightedArbitrary<AnyCall['body']>[] = [{ weight: 1, arbitrary: raw }]
  if (schema) {
    ways.push({ weight: 5, arbitrary: fittingFields(ofSchema(schema), world).map(asJson) })
    ways.push({ weight: 4, arbitrary: broken(ofSchema(schema), world).map(asJson) })
    ways.push({ weight: 1, arbitrary: fc.jsonValue().map(asJson) })
  }
  if (form) {
    const parts = (fields: Record<string, unknown>) => ({
      form: Object.entries(fields).map(([part, value]): [string, string, string?] =>
        part === 'file' || part === 'image' ? [part, asText(value), 'hours.txt'] : [part, asText(value)],
      ),
    })
    ways.push({ weight: 5, arbitrary: fittingFields(ofSchema(form), world).map(parts) })
    ways.push({ weight: 4, arbitrary: broken(ofSchema(form), world).map(parts) })
  }
  return fc.oneof(...ways)
}

/** Any call with any input: what its schemas allow, and what they do not. */
export function anyCall(world: World): fc.Arbitrary<AnyCall> {
  const each = (Object.keys(calls) as CallName[]).map((name) =>
    fc.record({
      name: fc.constant(name),
      path: pathOf(calls[name], world),
      ...(calls[name].method === 'GET' ? {} : { body: bodyOf(name, world) }),
    }),
  )
  return fc.oneof(...each)
}
