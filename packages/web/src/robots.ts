import robotsParser from 'robots-parser'
import type { Client } from './client.ts'
import { getFollowing } from './get-page.ts'
import { WebError } from './web-error.ts'

/** What a site asks of robots. */
export type Robots = { allows(url: URL): boolean; delayMs: number; sitemaps: string[] }

// The package is one function, though its types speak of a default export.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

// What RFC 9309 wants to be read at least; what is beyond is passed over.
const maxBytes = 500 * 1024
const totalMs = 30_000
// Matching takes time by the length of rules with asterisks: no honest site has so many.
const wildcardLength = 64 * 1024
const longestDelayMs = 30_000

/**
 * Reads a site's robots.txt. A site without one allows all; one that fails to give it allows nothing for now.
 * @throws WebError, or the reason of `signal`
 */
export async function readRobots(client: Client, site: URL, signal?: AbortSignal): Promise<Robots> {
  const address = new URL('/robots.txt', site)
  const text = await readText(client, address, signal)
  const robots = parseRobots(address.href, withinReason(text).join('\n'))
  const delayMs = (robots.getCrawlDelay(client.robotName) ?? 0) * 1000
  return {
    // Undefined means that nothing is said about it.
    allows: (url) => robots.isAllowed(url.href, client.robotName) !== false,
    delayMs: Math.min(Math.max(0, delayMs), longestDelayMs),
    sitemaps: robots.getSitemaps(),
  }
}

function withinReason(text: string): string[] {
  let left = wildcardLength
  return text.split(/[\r\n]+/).filter((line) => {
    if (line.includes('*')) left -= line.length
    return left >= 0 || !line.includes('*')
  })
}

async function readText(client: Client, address: URL, signal?: AbortSignal): Promise<string> {
  try {
    const answer = await getFollowing(client, address, { maxBytes, cut: true, totalMs, signal }, () => true)
    if (answer.status !== 'ok') return ''
    const text = answer.body.toString().replace(/^\ufeff/, '')
    // A line that is cut off would mean something else.
    return answer.body.length < maxBytes ? text : text.replace(/[^\r\n]*$/, '')
  } catch (error) {
    if (error instanceof WebError && isAbsence(error)) return ''
    throw error
  }
}

function isAbsence({ code, status = 0, temporary }: WebError): boolean {
  return code === 'too_many_redirects' || (status >= 400 && status < 500 && !temporary)
}
