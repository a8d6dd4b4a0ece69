/** A page to be visited. `depth` counts the links from where the crawl began. */
export type Stop = {
  url: URL
  key: string
  depth: number
  /** How many redirects led to it. */
  hops: number
  /** Whether it stands for itself, whatever it names as its canonical address. */
  isOwn: boolean
}

const mostWaiting = 20_000

/**
 * The pages still to be visited. Those that come first go in their order; links take turns by the shape of their
 * address, so that a calendar without end gets no more than its share beside the other pages of the site.
 */
export function createFrontier() {
  const first: Stop[] = []
  const shapes = new Map<string, Stop[]>()
  let waiting = 0

  return {
    /** Visits it before all that waits. */
    addNext: (stop: Stop) => void first.unshift(stop),
    addFirst: (stop: Stop) => void first.push(stop),
    /** False when too many wait. */
    add(stop: Stop): boolean {
      if (waiting === mostWaiting) return false
      waiting += 1
      const shape = shapeOf(stop.url)
      const alike = shapes.get(shape)
      if (alike) alike.push(stop)
      else shapes.set(shape, [stop])
      return true
    },
    take(): Stop | undefined {
      const known = first.shift()
      if (known) return known
      for (const [shape, stops] of shapes) {
        // To the end of the line, if any are left.
        shapes.delete(shape)
        const stop = stops.shift()
        if (stops.length > 0) shapes.set(shape, stops)
        waiting -= 1
        return stop
      }
    },
    left: (): Stop[] => [...first, ...[...shapes.values()].flat()],
  }
}

/** Addresses that differ in numbers and values of parameters alone have one shape. */
function shapeOf({ pathname, search }: URL): string {
  const names = [...new URLSearchParams(search).keys()].sort()
  return `${pathname.replace(/\d+/g, '#')}?${names.join('&')}`
}
