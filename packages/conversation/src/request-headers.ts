import { metaContent } from './page-meta.ts'

/** What every request carries: the AJAX mark and the page's CSRF token. */
export function requestHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' }
  const token = metaContent('csrf-token')
  if (token) headers['X-CSRF-TOKEN'] = token
  else console.error('The page has no csrf-token tag.')
  return headers
}
