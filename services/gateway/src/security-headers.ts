import type { FastifyInstance } from 'fastify'

const policy = (rules: Record<string, string>) =>
  Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** The one <style> of the pages: the select of radix-ui writes it, to hide the scroll bar of its list. */
const selectStyle = "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='"

const page = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': `'self' ${selectStyle}`,
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** What the browser may do with a page; what is written into it is allowed by its hash. */
export const pagePolicy = (scriptHashes: string[] = [], styleHashes: string[] = []): string =>
  policy({
    ...page,
    'script-src': [page['script-src'], ...scriptHashes].join(' '),
    'style-src': [page['style-src'], ...styleHashes].join(' '),
  })

/** What the browser may do with each kind of answer. */
export const contentPolicies = {
  page: policy(page),
  /** Answers that are no page: opened as one, they can do nothing. */
  data: policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" }),
}

/** The panel, which these sites and their subdomains may show in a frame; none named: any may. We ourselves may, for previews. */
export const embedPolicy = (domains: string[]): string =>
  policy({
    ...page,
    'style-src': "'self'",
    'frame-ancestors':
      domains.length === 0 ? '*' : ["'self'", ...domains.flatMap((domain) => [domain, `*.${domain}`])].join(' '),
  })

/** Headers of every answer; a route may set its own in their place. */
export function securityHeaders(app: FastifyInstance, publicUrl: string) {
  const headers = {
    'content-security-policy': contentPolicies.data,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
