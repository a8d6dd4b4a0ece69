import { Readable } from 'node:stream'
import { parseAddress } from './address-guard.ts'
import type { Client } from './client.ts'
import { getFollowing } from './get-page.ts'
import { readBounded } from './read-bounded.ts'
import { scanMarkup } from './scan-markup.ts'
import { WebError } from './web-error.ts'

type Listing = { sitemaps: string[]; pages: string[] }

const maxFiles = 50
const maxBytes = 20 * 1024 * 1024
const totalMs = 60_000
const gzipMark = Buffer.from([0x1f, 0x8b])

/**
 * The pages that sitemaps list, those of index files included, in their order. A sitemap that cannot be read is passed
 * over, and one that is too long is read as far as it goes. `pause` is awaited before each request.
 */
export async function readSitemaps(
  client: Client,
  addresses: string[],
  { maxPages, pause, signal }: { maxPages: number; pause: () => Promise<void>; signal?: AbortSignal },
): Promise<string[]> {
  const waiting = new Set(addresses)
  const pages: string[] = []
  let files = 0
  // What is added while the set is gone through is come to as well.
  for (const address of waiting) {
    if (files === maxFiles || pages.length >= maxPages) break
    files += 1
    await pause()
    const listing = await readSitemap(client, address, signal)
    for (const sitemap of listing.sitemaps.slice(0, maxFiles)) waiting.add(sitemap)
    pages.push(...listing.pages.slice(0, maxPages - pages.length))
  }
  return pages
}

async function readSitemap(client: Client, address: string, signal?: AbortSignal): Promise<Listing> {
  try {
    const bounds = { maxBytes, cut: true, signal }
    const answer = await getFollowing(client, parseAddress(address), { ...bounds, totalMs }, () => true)
    if (answer.status !== 'ok') return { sitemaps: [], pages: [] }
    const { body, url } = answer
    const isPacked = body.subarray(0, 2).equals(gzipMark)
    const text = (isPacked ? await readBounded(Readable.from([body]), 'gzip', bounds) : body).toString()
    return parseSitemap(text.replace(/^\ufeff/, ''), url)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof WebError || isUnpacking(error)) return { sitemaps: [], pages: [] }
    throw error
  }
}

function isUnpacking(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** A sitemap is XML, or has one address a line. */
function parseSitemap(text: string, base: URL): Listing {
  if (!text.trimStart().startsWith('<')) return { sitemaps: [], pages: absolute(text.split(/[\r\n]+/), base) }
  const found: string[] = []
  let isIndex = false
  let location: string | null = null
  scanMarkup(text, true, {
    open(name) {
      if (name === 'sitemapindex') isIndex = true
      if (name === 'loc') location = ''
    },
    text(part) {
      if (location !== null) location += part
    },
    close(name) {
      if (name === 'loc' && location !== null) found.push(location)
      if (name === 'loc') location = null
    },
  })
  const addresses = absolute(found, base)
  return isIndex ? { sitemaps: addresses, pages: [] } : { sitemaps: [], pages: addresses }
}

function absolute(addresses: string[], base: URL): string[] {
  return addresses.flatMap((address) => (address.trim() && URL.parse(address.trim(), base.href)?.href) || [])
}
