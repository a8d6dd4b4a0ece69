import { setTimeout as wait } from 'node:timers/promises'

/** Keeps a distance between requests. */
export type Pace = {
  /** Waits until the last request is long enough ago. @throws the reason of the signal */
  pause(): Promise<void>
  /** Tells that a request has just ended. */
  ended(): void
  /** Makes the distance at least so long. */
  slowTo(ms: number): void
}

export function createPace(pauseMs: number, signal?: AbortSignal): Pace {
  let distance = pauseMs
  let free = 0
  return {
    async pause() {
      const ms = free - performance.now()
      if (ms > 0) await wait(ms, undefined, { signal }).catch(() => {})
      signal?.throwIfAborted()
      free = performance.now() + distance
    },
    ended() {
      free = performance.now() + distance
    },
    slowTo(ms) {
      distance = Math.max(distance, ms)
    },
  }
}
