/** Markdown without its signs, good enough to be listened to. */
export function spoken(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/ ?\[\d{1,3}\]/g, '')
    .replaceAll(/^\s*(?:[>#]+|[-*+])\s+/gm, '')
    .replaceAll(/[*_`~|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
