import type { PageUser, PublicChat, Shell } from '@lectern/contracts'
import { type MetaName, metaContent } from '@lectern/conversation'

/** The frames of the app; what other sites embed is a page of the widget. */
type AppShell = Exclude<Shell, 'embed'>

/** What the server wrote into the page's head about this page and its reader. */
export type PageData = {
  shell: AppShell
  loggedIn: boolean
  verified: boolean
  user: PageUser | null
  publicChat: PublicChat | null
}

const shells: readonly string[] = ['site', 'dashboard', 'chat'] satisfies AppShell[]

/** Reads the page metadata; `meta` answers a tag's content, or null where the tag is missing. */
export function readPage(meta: (name: MetaName) => string | null, path: string): PageData {
  const type = meta('type')
  const user = parseJson(meta('user')) as PageUser | null
  const organization = parseJson(meta('organization')) as PublicChat['organization'] | null
  const kb = parseJson(meta('kb')) as PublicChat['kb'] | null
  return {
    shell: type !== null && shells.includes(type) ? (type as AppShell) : shellOfPath(path),
    loggedIn: isTrue(meta('logged-in')),
    verified: isTrue(meta('verified')),
    user,
    publicChat: organization && kb ? { organization, kb } : null,
  }
}

export let page: PageData =
  typeof document === 'undefined' ? readPage(() => null, '/') : readPage(metaContent, window.location.pathname)

/** The server draws pages one after the other; in a browser there is one. */
export function setPage(next: PageData) {
  page = next
}

function isTrue(content: string | null) {
  return content === 'true' || content === '1'
}

function parseJson(text: string | null): unknown {
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    console.error('The page metadata is not JSON.', error)
    return null
  }
}

/** Without metadata (the development server alone), the path tells. */
function shellOfPath(path: string): AppShell {
  return /^\/chat\/[^/]+\/[^/]+/.test(path) ? 'chat' : 'site'
}
