import type { OpenApi } from '@lectern/contracts/openapi'

/** One OpenAPI document of several. Each path is one service's alone. */
export function mergeDocuments(documents: OpenApi[]): OpenApi {
  const paths: OpenApi['paths'] = Object.assign({}, ...documents.map((document) => document.paths))
  const components: Record<string, object> = {}
  for (const document of documents)
    for (const [kind, entries] of Object.entries(document.components ?? {}))
      components[kind] = { ...components[kind], ...entries }
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version: '1', description: 'Every call of the product.' },
    components,
    paths: Object.fromEntries(Object.entries(paths ?? {}).sort(([a], [b]) => a.localeCompare(b))),
  }
}
