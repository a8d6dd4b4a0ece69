import assert from 'node:assert/strict'
import { type ErrorCode, errors } from '@lectern/contracts'
import { type CallName, calls, ErrorAnswer, errorsOf, FailedAnswer, notes } from '@lectern/contracts/openapi'
import type { ClientAnswer, createClient } from '@lectern/testing'
import { Value } from 'typebox/value'

export type Client = ReturnType<typeof createClient>
export type Answer<T = Record<string, unknown>> = ClientAnswer<T>

/** The name of the call that a path belongs to; a path of its own goes before one with a parameter. */
export function callNamed(method: string, path: string): CallName {
  const [url = ''] = path.split('?')
  const fits = (Object.keys(calls) as CallName[]).filter((name) => {
    const pattern = new RegExp(`^${calls[name].url.replaceAll(/:\w+/g, '[^/]+')}$`)
    return calls[name].method === method && pattern.test(url)
  })
  const [found] = fits.sort((a, b) => calls[a].url.split(':').length - calls[b].url.split(':').length)
  return found ?? assert.fail(`no contract for ${method} ${path}`)
}

/** The same schema, to which no object fits that has a field it does not name. */
export function strict(schema: unknown): object {
  const tighten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(tighten)
    if (typeof value !== 'object' || value === null) return value
    const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tighten(each)]))
    return copy.type === 'object' ? { ...copy, additionalProperties: false } : copy
  }
  return tighten(JSON.parse(JSON.stringify(schema))) as object
}

const strictSchemas = new Map<unknown, object>()

/** What is wrong with a value by a schema, in words; fields the schema does not name are. */
export function wrongIn(schema: object, value: unknown): string[] {
  const tight = strictSchemas.get(schema) ?? strict(schema)
  strictSchemas.set(schema, tight)
  return [...Value.Errors(tight, value)].map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Holds an answer against the contract of its call: its body to the last field, or an error that the call tells of. */
export function keepsContract(method: string, path: string, { status, headers, body }: Answer<unknown>) {
  const name = callNamed(method, path)
  const told = `${method} ${path} answered ${status} ${JSON.stringify(body)?.slice(0, 600)}`
  assert.match(headers.get('content-type') ?? '', /^application\/json/, told)
  const { response } = calls[name].schema
  if (status === 200) {
    assert.ok(200 in response, told)
    return assert.deepEqual(wrongIn(response[200], body), [], told)
  }
  assert.deepEqual(wrongIn(notes[name].access === 'visitor' ? FailedAnswer : ErrorAnswer, body), [], told)
  const code = (body as { code: ErrorCode }).code
  assert.equal(errors[code]?.status, status, told)
  assert.ok(errorsOf(name).includes(code), `${code} is not told of: ${told}`)
}

/** Calls as a browser does; whatever the answer is, it keeps the contract. */
export async function call<T = Record<string, unknown>>(
  who: Pick<Client, 'send'>,
  method: string,
  path: string,
  body?: object | FormData,
): Promise<Answer<T>> {
  const answer = await who.send<T>(method, path, body)
  keepsContract(method, path, answer)
  return answer
}

/** The body of an answer that went well. */
export function done<T>({ status, body }: Answer<T>): T {
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** An error, by its code: with its own status, and with its own sentence unless another is given. */
export function refused(
  { status, body }: Answer<unknown>,
  code: ErrorCode,
  { message, fields }: { message?: string; fields?: Record<string, string> } = {},
) {
  const told = body as { code: string; message: string; errors?: Record<string, string[]> }
  const wanted = message ?? Object.values(fields ?? {})[0] ?? errors[code].message
  assert.deepEqual(
    { status, code: told.code, message: told.message },
    { status: errors[code].status, code, message: wanted },
    JSON.stringify(body),
  )
  const named = Object.fromEntries(Object.entries(told.errors ?? {}).map(([field, sentences]) => [field, sentences[0]]))
  assert.deepEqual(named, fields ?? {})
}

/** The parts of a form, text or files. */
export function formOf(parts: Record<string, string | [name: string, content: Uint8Array | string, type?: string]>) {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string') form.append(name, part)
    else {
      const [fileName, content, type = ''] = part
      form.append(name, new Blob([Buffer.from(content)], { type }), fileName)
    }
  return form
}
