import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

const lookEveryMs = 1000

export type Workers = {
  /** There may be something new to do. */
  wake(): void
  /** Lets go of what is being worked on, so that another worker can go on with it at once. */
  close(): Promise<void>
}

/** What is being worked on, and whether it still is this worker's. */
export type Held<T> = {
  task: T
  worker: string
  /** Aborted when the task is lost, or this worker stops. */
  signal: AbortSignal
  isLost(): boolean
  isStopping(): boolean
  /** It turned out to be somebody else's, or nobody's any more. */
  lose(): void
}

/**
 * Works through tasks, so many at once, each by a worker of its own; a task is held by a lease that is renewed while it
 * is worked on. A task whose work throws waits for its lease to end.
 */
export function startWork<T extends { _id: string }>(use: {
  atOnce: number
  leaseMs: number
  log: FastifyBaseLogger
  claim(worker: string): Promise<T | null>
  renew(task: T, worker: string): Promise<boolean>
  work(held: Held<T>): Promise<unknown>
}): Workers {
  const { log } = use
  const stopping = new AbortController()
  let look = Promise.withResolvers<void>()

  const loop = async () => {
    const worker = randomUUID()
    while (!stopping.signal.aborted) {
      // Taken before the look, so that a task that comes meanwhile is not missed.
      const woken = look.promise
      const task = await use.claim(worker).catch((err) => {
        log.warn({ err }, 'what is to be done could not be read')
        return null
      })
      if (task)
        await hold(task, worker).catch((err) => log.error({ err, task: task._id }, 'it waits for its lease to end'))
      else await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, lookEveryMs))])
    }
  }

  const hold = async (task: T, worker: string) => {
    const lost = new AbortController()
    const lose = () => lost.abort(new Error('it was deleted or taken over'))
    const beat = setInterval(async () => {
      const held = await use.renew(task, worker).catch(() => true)
      if (!held) lose()
    }, use.leaseMs / 3)
    try {
      await use.work({
        task,
        worker,
        signal: AbortSignal.any([lost.signal, stopping.signal]),
        isLost: () => lost.signal.aborted,
        isStopping: () => stopping.signal.aborted,
        lose,
      })
    } finally {
      clearInterval(beat)
    }
  }

  const loops = Array.from({ length: use.atOnce }, loop)
  return {
    wake() {
      look.resolve()
      look = Promise.withResolvers()
    },
    async close() {
      stopping.abort(new Error('stopping'))
      look.resolve()
      await Promise.all(loops)
    },
  }
}
