import { parseAddress } from './address-guard.ts'
import { createClient } from './client.ts'
import { type FetchedPage, getPage, type UnchangedPage, type Validators } from './get-page.ts'
import { withRetries } from './retry.ts'
import type { WebOptions } from './settings.ts'
import { WebError } from './web-error.ts'

export type FetchOptions = WebOptions & {
  /** What an earlier fetch told; the answer is `unchanged` if the page is still the same. */
  known?: Partial<Validators>
  /** Most bytes of the page, before and after decompression. Default 10 MiB. */
  maxBytes?: number
  /** Longest time for all of it, in milliseconds. Default 30 s. */
  totalMs?: number
  /** Longest time without a byte, in milliseconds. Default 15 s. */
  idleMs?: number
  signal?: AbortSignal
}

export const pageBytes = 10 * 1024 * 1024
export const pageMs = 30_000
// Someone is waiting for it.
const retries = { tries: 2, firstWaitMs: 500, longestWaitMs: 3_000 }

/**
 * Fetches a page of the public web by GET, through at most five redirects, each of them judged like the first address.
 * What comes back is a document of a kind that can be read, fit to be kept as a file.
 * @throws WebError, or the reason of `signal`
 */
export async function fetchPage(address: string, options: FetchOptions = {}): Promise<FetchedPage | UnchangedPage> {
  const { known, maxBytes = pageBytes, totalMs = pageMs, idleMs, signal, ...how } = options
  const url = parseAddress(address)
  const client = createClient(how, idleMs)
  const end = performance.now() + totalMs
  try {
    return await withRetries({ ...retries, withinMs: totalMs }, signal, async () => {
      const left = Math.ceil(end - performance.now())
      const page = await getPage(client, url, { known, maxBytes, totalMs: left, signal, follows: () => true })
      // Every redirect is followed or refused.
      if (page.status === 'moved') throw new WebError('too_many_redirects')
      return page
    })
  } finally {
    await client.close()
  }
}
