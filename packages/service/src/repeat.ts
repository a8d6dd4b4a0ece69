import type { FastifyBaseLogger } from 'fastify'

export type Repeated = {
  /** Does it soon, without waiting for its time. */
  wake(): void
  /** Ends what is being done between two steps of it. */
  close(): Promise<void>
}

/** Does something now and every so often, never twice at a time; what fails is done again at its next time. */
export function repeat(
  what: string,
  everyMs: number,
  log: FastifyBaseLogger,
  work: (signal: AbortSignal) => Promise<void>,
): Repeated {
  const closing = new AbortController()
  let running: Promise<void> | null = null
  let again = false

  const run = async () => {
    do {
      again = false
      await work(closing.signal).catch((err) => log.warn({ err }, `${what}: not done`))
    } while (again && !closing.signal.aborted)
  }
  const wake = () => {
    again = true
    running ??= run().finally(() => {
      running = null
    })
  }
  wake()
  const timer = setInterval(wake, everyMs)
  return {
    wake,
    async close() {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}
