import type { Call } from '../calls/common.ts'
import { type ErrorCode, errors } from '../errors.ts'
import { ErrorAnswer, FailedAnswer } from '../failures.ts'
import { type CallName, calls } from './calls.ts'
import { type Note, notes } from './notes.ts'

export { type CallName, calls } from './calls.ts'
export { notes } from './notes.ts'
export { ErrorAnswer, FailedAnswer }

type Media = { schema?: unknown; example?: unknown }
type Operation = {
  operationId?: string
  security?: object[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses?: Record<string, { $ref?: string; description?: string; content?: Record<string, Media> }>
}
export type OpenApi = {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, object>
  [field: string]: unknown
}

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })
const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })

const securitySchemes = {
  session: cookie('lectern', 'Set by the login; over https its name begins with `__Host-`'),
  guest: cookie('lectern-guest', 'Set by any page that is opened without being logged in'),
  csrf: header(
    'X-CSRF-TOKEN',
    "The `csrf-token` of any page's meta tag, read with the same cookie; for calls that change something",
  ),
  ajax: header('X-Requested-With', '`XMLHttpRequest`; for calls that change something'),
  ticket: header('X-CSRF-TOKEN', "The `csrf-token` of a public chat's page; it opens that one chat for five minutes"),
}

const errorResponse = (schema: string) => ({
  description: 'An error',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const components = {
  schemas: { ErrorAnswer, FailedAnswer },
  responses: { Error: errorResponse('ErrorAnswer'), FailedAnswer: errorResponse('FailedAnswer') },
  securitySchemes,
}

/**
 * Completes an OpenAPI document that was made from the routes: names, who may call, examples, forms, and the errors,
 * which no route declares because all have the same.
 */
export function describeCalls(document: OpenApi): OpenApi {
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, url } = calls[name]
    const operation = document.paths?.[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (operation) describeCall(operation, name, calls[name], notes[name])
  }
  const merged = { ...document.components }
  for (const [kind, entries] of Object.entries(components)) merged[kind] = { ...merged[kind], ...entries }
  return { ...document, components: merged }
}

function describeCall(operation: Operation, name: CallName, call: Call, note: Note) {
  operation.operationId = name
  operation.security = securityOf(call, note)
  const { form, json } = note
  if (form || json)
    operation.requestBody = {
      required: true,
      content: {
        ...operation.requestBody?.content,
        ...(form && { 'multipart/form-data': { schema: form } }),
        ...(json && { 'application/json': json }),
      },
    }
  if ('body' in note) for (const media of Object.values(operation.requestBody?.content ?? {})) media.example = note.body
  const responses = { ...operation.responses }
  for (const [status, response] of Object.entries(responses)) {
    response.description = status === '200' ? 'Done' : 'Leads on: see the Location header'
    const json = response.content?.['application/json']
    if (json && 'answer' in note) json.example = note.answer
  }
  operation.responses = { ...responses, ...errorResponses(name, note) }
}

const isSafe = ({ method }: Call) => method === 'GET'

function securityOf(call: Call, { access }: Note): object[] {
  if (access === 'ticket') return [{ ticket: [] }]
  if (access === 'signed') return []
  if (isSafe(call)) return access === 'anyone' ? [] : [{ session: [] }]
  const page = { csrf: [], ajax: [] }
  const signedIn = { session: [], ...page }
  if (access === 'visitor') return [signedIn, { ticket: [], ajax: [] }]
  return access === 'anyone' ? [{ guest: [], ...page }, signedIn] : [signedIn]
}

/** Every error a call can answer with. */
export function errorsOf(name: CallName): ErrorCode[] {
  const call = calls[name]
  const note: Note = notes[name]
  const { params, querystring, body } = call.schema
  const codes = new Set<ErrorCode>([
    ...(note.access === 'anyone' || note.access === 'ticket' || note.access === 'signed'
      ? []
      : (['unauthenticated'] as const)),
    ...(isSafe(call) || note.access === 'signed' ? [] : (['page_outdated', 'foreign_origin'] as const)),
    ...(params ? (['not_found'] as const) : []),
    ...(isSafe(call) ? [] : (['body_too_large', 'unsupported_body', 'malformed_body'] as const)),
    ...(params || querystring || body || note.form ? (['invalid'] as const) : []),
    ...(note.errors ?? []),
    'header_too_large',
    'rate_limited',
    'internal',
    'unavailable',
  ])
  return [...codes]
}

function errorResponses(name: CallName, note: Note) {
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const code of errorsOf(name)) byStatus[errors[code].status] = [...(byStatus[errors[code].status] ?? []), code]
  const $ref = `#/components/responses/${note.access === 'visitor' ? 'FailedAnswer' : 'Error'}`
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, found]) => [
      status,
      { $ref, description: found.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n') },
    ]),
  )
}
