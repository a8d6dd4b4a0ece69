import { scanMarkup } from './scan-markup.ts'

/** What the markup of a web page tells of it. */
export type PageFacts = {
  title: string | null
  /** The address that the page itself names as its own, if it is on the same host. */
  canonical: URL | null
  /** Where it leads, but for what it asks not to be followed. */
  links: URL[]
}

const maxLinks = 5_000
const maxTitle = 300

/** Reads title and links of a web page. `robots` is the page's X-Robots-Tag header. */
export function readFacts(html: string, url: URL, robots = ''): PageFacts {
  let title: string | null = null
  let inTitle = false
  let base = url
  let canonical: URL | null = null
  let follows = !forbidsFollowing(robots)
  const links = new Map<string, URL>()

  const add = (text: string | undefined) => {
    const link = text === undefined || links.size >= maxLinks ? null : webAddress(text, base)
    if (link) links.set(link.href, link)
  }

  scanMarkup(html, false, {
    open(name, { href, rel = '', content = '', ...rest }) {
      if (name === 'title') {
        inTitle = title === null
      } else if (name === 'base') {
        base = (href !== undefined && webAddress(href, url)) || base
      } else if (name === 'a' || name === 'area') {
        if (!hasWord(rel, 'nofollow')) add(href)
      } else if (name === 'link' && hasWord(rel, 'canonical') && href !== undefined) {
        const named = webAddress(href, base)
        if (named?.host === url.host) canonical ??= named
      } else if (name === 'meta') {
        if (/^(robots|lectern)$/i.test(rest.name ?? '')) follows &&= !forbidsFollowing(content)
        if (/^refresh$/i.test(rest['http-equiv'] ?? ''))
          add(/^[\d.\s]*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1])
      }
    },
    text(text) {
      if (inTitle && (title?.length ?? 0) < maxTitle) title = (title ?? '') + text
    },
    close(name) {
      if (name === 'title') inTitle = false
    },
  })
  return { title: clean(title ?? ''), canonical, links: follows ? [...links.values()] : [] }
}

function webAddress(text: string, base: URL): URL | null {
  const url = URL.parse(text.trim(), base.href)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url
}

function forbidsFollowing(directives: string): boolean {
  return /(^|[\s,:])(nofollow|none)($|[\s,])/i.test(directives)
}

function hasWord(list: string, word: string): boolean {
  return list.toLowerCase().split(/\s+/).includes(word)
}

function clean(text: string): string | null {
  const line = text
    .slice(0, maxTitle)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line === '' ? null : line
}
