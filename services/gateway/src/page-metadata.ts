import type { PageUser, PublicChat, pageMeta, Shell } from '@lectern/contracts'
import type { Session } from '@lectern/service'

type MetaName = (typeof pageMeta)[number]

/** What a page is told of itself and its reader. */
export type PageFacts = {
  shell: Shell
  token: string | null
  session: Session | null
  organization?: PageUser['organization']
  publicChat?: PublicChat | null
  /** The site that may not show the chat it embeds. */
  refused?: string
}

const place = '<!--page-metadata-->'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Writes the metadata into the head of the built page. */
export const withMetadata = (html: string, facts: PageFacts): string => html.replace(place, () => metaTags(facts))

function metaTags({ shell, token, session, organization = null, publicChat, refused }: PageFacts): string {
  const values: Partial<Record<MetaName, string>> = {
    type: shell,
    'csrf-token': token ?? '',
    'logged-in': String(session !== null),
    verified: String(session?.verified === true),
    ...(session && { 'user-id': session.userId, user: JSON.stringify(pageUser(session, organization)) }),
    ...(publicChat && { organization: JSON.stringify(publicChat.organization), kb: JSON.stringify(publicChat.kb) }),
    ...(refused !== undefined && { refused }),
  }
  return Object.entries(values)
    .map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`)
    .join('\n    ')
}

export const pageUser = (session: Session, organization: PageUser['organization']): PageUser => ({
  id: session.userId,
  name: session.name,
  email: session.email,
  organization_id: session.orgId,
  type_id: session.typeId,
  is_root: session.isRoot,
  organization,
})
