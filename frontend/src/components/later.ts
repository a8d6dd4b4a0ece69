import { useEffect, useSyncExternalStore } from 'react'

/** Code that a page can be shown without: what menus, dialogs and the like open with. */
export type Later<Part> = {
  /** Fetches the part now: somebody reaches for it. */
  fetch: () => void
  /** The part, or null until it is there. */
  read: () => Part | null
  subscribe: (reader: () => void) => () => void
}

/** When it is fetched: at once, when the browser has nothing else to do, or when the page has been at rest for a while. */
type Need = 'now' | 'soon' | 'rest'

const restMs = 3000

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | null = null
  let isLoading = false
  const readers = new Set<() => void>()

  async function fetch() {
    if (part || isLoading) return
    isLoading = true
    try {
      part = await load()
      for (const tell of readers) tell()
    } catch (error) {
      // Without a connection there is nothing to open; the next try fetches it again.
      console.error(error)
    } finally {
      isLoading = false
    }
  }
  return {
    fetch,
    read: () => part,
    subscribe(reader) {
      readers.add(reader)
      return () => readers.delete(reader)
    },
  }
}

/** The part, or null until it is there. */
export function useLater<Part>({ fetch, read, subscribe }: Later<Part>, need: Need = 'rest'): Part | null {
  useEffect(() => {
    if (need === 'now') fetch()
    if (need === 'soon') whenIdle(fetch)
    if (need !== 'rest') return
    const timer = setTimeout(() => whenIdle(fetch), restMs)
    return () => clearTimeout(timer)
  }, [fetch, need])
  return useSyncExternalStore(subscribe, read, () => null)
}

/** Not every browser tells when it is idle. */
function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 1)
}
