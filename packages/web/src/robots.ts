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
// The time to match a rule grows with its length: no honest one is longer.
const longestRule = 1_000
const longestDelayMs = 30_000

/**
 * Reads a site's robots.txt. A site without one allows all; one that fails to give it allows nothing for now.
 * @throws WebError, or the reason of `signal`
 */
export async function readRobots(client: Client, site: URL, signal?: AbortSignal): Promise<Robots> {
  const address = new URL('/robots.txt', site)
  const text = await readText(client, address, signal)
  const rules = text
    .split(/[\r\n]+/)
    .filter((line) => line.length <= longestRule)
    .map((line) => line.replace(/\*{2,}/g, '*'))
  const robots = parseRobots(address.href, rules.join('\n'))
  const delayMs = (robots.getCrawlDelay(client.robotName) ?? 0) * 1000
  return {
    // Undefined means that nothing is said about it.
    allows: (url) => robots.isAllowed(url.href, client.robotName) !== false,
    delayMs: Math.min(Math.max(0, delayMs), longestDelayMs),
    sitemaps: robots.getSitemaps(),
  }
}

async function readText(client: Client, address: URL, signal?: AbortSignal): Promise<string> {
  try {
    const answer = await getFollowing(client, address, { maxBytes, cut: true, totalMs, signal }, () => true)
    return answer.status === 'ok' ? answer.body.toString().replace(/^\ufeff/, '') : ''
  } catch (error) {
    if (error instanceof WebError && isAbsence(error)) return ''
    throw error
  }
}

function isAbsence({ code, status = 0, temporary }: WebError): boolean {
  return code === 'too_many_redirects' || (status >= 400 && status < 500 && !temporary)
}
