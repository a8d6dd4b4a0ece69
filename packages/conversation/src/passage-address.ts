import type { Source } from '@lectern/contracts'

/** Words at either end of a passage that find it. */
const words = 6

/** The address of the page that a source stands on, so that browsers mark the passage there; null where it is no web page. */
export function passageAddress({ url, quote }: Source): string | null {
  if (!url || !/^https?:\/\//i.test(url)) return null
  const parts = quote.trim().split(/\s+/)
  const found = parts.length > 2 * words ? [parts.slice(0, words), parts.slice(-words)] : [parts]
  const [page] = url.split('#')
  return `${page}#:~:text=${found.map((part) => encoded(part.join(' '))).join(',')}`
}

/** A dash has a meaning of its own there. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('-', '%2D')
