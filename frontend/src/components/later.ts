import { useEffect, useSyncExternalStore } from 'react'

/** Code that a page can be shown without: what menus, dialogs and the like open with. */
export type Later<Part> = {
  /** Fetches the part now: somebody reaches for it. */
  fetch: () => void
  /** The part, or null until it is there. */
  read: () => Part | null
  subscribe: (reader: () => void) => () => void
}

const restMs = 3000
/** After the next paint, which shows what there is already. */
const soonMs = 100

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

/** The part, or null until it is there. It is fetched when it is wanted, else once the page has come to rest. */
export function useLater<Part>({ fetch, read, subscribe }: Later<Part>, isWanted = false): Part | null {
  useEffect(() => {
    const timer = setTimeout(fetch, isWanted ? soonMs : restMs)
    return () => clearTimeout(timer)
  }, [fetch, isWanted])
  return useSyncExternalStore(subscribe, read, () => null)
}
