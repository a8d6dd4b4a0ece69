import type { KnowledgeBase } from '@lectern/contracts'

export type EmbedKind = 'popup' | 'inline'
export type EmbedTheme = 'light' | 'dark' | 'auto'
export type EmbedSettings = { width: string; height: string; theme: EmbedTheme; color: string }

export const embedDefaults = { width: '100', height: '150', theme: 'light' } as const

/** The script that shows a chat on another site. */
export function embedScript(
  origin: string,
  kind: EmbedKind,
  chat: Pick<KnowledgeBase, 'organization_id' | 'unqid'>,
  { width, height, theme, color }: EmbedSettings,
): string {
  const attributes = {
    'data-org': String(chat.organization_id),
    'data-chat': chat.unqid,
    'data-width': width || embedDefaults.width,
    'data-height': height || embedDefaults.height,
    'data-theme': theme,
    ...(kind === 'popup' ? { 'data-color': color } : {}),
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
  return `<script async src="${origin}/widget/v1/${kind}.js" ${written.join(' ')}></script>`
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
