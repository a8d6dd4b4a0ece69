import { useEffect, useState } from 'react'

/** How fast a document is read, from when it is first seen; null until two looks tell. */
export function usePagesPerSecond(pagesDone: number): number | null {
  const [first, setFirst] = useState<{ pages: number; at: number } | null>(null)
  const [rate, setRate] = useState<number | null>(null)
  useEffect(() => {
    const now = performance.now()
    if (!first) {
      setFirst({ pages: pagesDone, at: now })
      return
    }
    if (pagesDone > first.pages) setRate((1000 * (pagesDone - first.pages)) / (now - first.at))
  }, [pagesDone, first])
  return rate
}
