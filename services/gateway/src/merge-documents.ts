/** What the gateway needs to know of an OpenAPI document. */
export type OpenApi = {
  paths?: Record<string, object>
  components?: Record<string, object>
  [field: string]: unknown
}

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'lectern', description: 'Set by the login' },
  csrf: header(
    'X-CSRF-TOKEN',
    "The csrf-token of any page's meta tag, read with the same cookie; for calls that change something",
  ),
  ajax: header('X-Requested-With', 'XMLHttpRequest; for calls that change something'),
}

/** One OpenAPI document of several. Each path is one service's alone. */
export function mergeDocuments(documents: OpenApi[]): OpenApi {
  const paths: Record<string, object> = Object.assign({}, ...documents.map((document) => document.paths))
  const components: Record<string, object> = {}
  for (const document of documents)
    for (const [kind, entries] of Object.entries(document.components ?? {}))
      components[kind] = { ...components[kind], ...entries }
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version: '1', description: 'Every call of the product.' },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: { ...components, securitySchemes },
    security: [{ session: [], csrf: [], ajax: [] }],
  }
}
