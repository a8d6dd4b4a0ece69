import type { Config } from './config.ts'

export const serviceNames = ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing'] as const
export type ServiceName = (typeof serviceNames)[number]

/** What is behind a path: the service, and where its calls differ from the rest. */
export type Target = {
  service: ServiceName
  /** Visitors of a public chat may call it with their ticket. */
  visitors?: boolean
  /** Not for browsers: its caller proves itself by a signature, which the service checks, so there is no session or token of a page. */
  signed?: boolean
  /** A body must have arrived in this time. */
  bodySeconds?: number
  /** The answer must have begun in this time, and must not pause for longer. */
  answerSeconds?: number
}

/** Which service answers which paths: each prefix itself and all below it. */
export const targets: Record<string, Target> = {
  '/api/login': { service: 'auth' },
  '/api/register': { service: 'auth' },
  '/api/invitations': { service: 'auth' },
  '/api/logout': { service: 'auth' },
  '/api/forgot-password': { service: 'auth' },
  '/api/renew-password': { service: 'auth' },
  '/api/verify-email': { service: 'auth' },
  '/api/w/verification': { service: 'auth' },
  '/api/w/sessions': { service: 'auth' },
  '/api/w/settings': { service: 'auth' },
  '/api/w/organization': { service: 'org' },
  '/api/w/images': { service: 'org' },
  '/api/w/users': { service: 'org' },
  '/api/w/logs': { service: 'org' },
  '/api/w/admin': { service: 'org' },
  '/api/w/knowledge-bases': { service: 'knowledge' },
  '/api/w/knowledge-base-files': { service: 'knowledge', bodySeconds: 15 * 60, answerSeconds: 120 },
  '/api/w/messages': { service: 'chat', visitors: true, answerSeconds: 180 },
  '/api/w/transcripts': { service: 'chat' },
  '/api/w/contact-messages': { service: 'chat' },
  '/api/w/signing-secret': { service: 'chat' },
  '/api/w/answer-pairs': { service: 'chat' },
  '/api/w/passages': { service: 'chat' },
  '/api/w/dashboard': { service: 'chat' },
  '/api/w/public-chats': { service: 'chat' },
  '/api/w/plans': { service: 'billing' },
  '/api/w/stripe': { service: 'billing', answerSeconds: 90 },
  '/api/w/admin/subscriptions': { service: 'billing' },
  '/api/w/admin/revenue': { service: 'billing' },
  '/api/stripe/webhook': { service: 'billing', signed: true },
}

export const longestBodySeconds = Math.max(...Object.values(targets).map(({ bodySeconds = 0 }) => bodySeconds))

export const serviceUrls = (config: Config): Record<ServiceName, string> => ({
  auth: config.AUTH_URL,
  org: config.ORG_URL,
  knowledge: config.KNOWLEDGE_URL,
  ingestion: config.INGESTION_URL,
  chat: config.CHAT_URL,
  billing: config.BILLING_URL,
})
