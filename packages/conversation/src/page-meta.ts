import type { pageMeta } from '@lectern/contracts'

export type MetaName = (typeof pageMeta)[number]

/** What the server wrote into a tag of the page's head, or null where the tag is missing. */
export function metaContent(name: MetaName): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}

/** A public chat page's ticket stands where the CSRF token does; a fresh one takes its place. */
export function replaceToken(token: string) {
  document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.setAttribute('content', token)
}
