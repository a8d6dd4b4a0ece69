import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { DocumentError } from './errors.ts'
import type { ReadMessage, WorkerMessage } from './messages.ts'
import { watchMemory } from './watch-memory.ts'

/** The process that reads one document. */
export type ReadingProcess = {
  send(message: ReadMessage): void
  /**
   * Its next message. Throws after `ms` milliseconds without one, and when the process has died: a `DocumentError`, or another
   * error where it had not begun, which is no fault of the document.
   */
  next(ms: number): Promise<WorkerMessage>
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>
}

/** Starts a process that can read files and nothing else: no settings, no writing, no processes of its own. */
export function startReadingProcess(memoryMb: number, signal?: AbortSignal): ReadingProcess {
  const child = fork(new URL('worker.ts', import.meta.url), [], {
    env: {},
    // PDFium's memory is not in this heap; the watch below bounds all of it.
    execArgv: ['--permission', '--allow-fs-read=*', `--max-old-space-size=${Math.ceil(memoryMb / 2)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const messages: WorkerMessage[] = []
  let hasBegun = false
  let failure: Error | undefined
  let wake = () => {}

  function fail(error: Error): void {
    failure ??= error
    wake()
  }

  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000)
  })
  child.on('message', (message: WorkerMessage) => {
    hasBegun ||= message.type === 'begun'
    messages.push(message)
    wake()
  })
  child.on('error', (error) => fail(new Error('the reading process could not be started', { cause: error })))
  child.on('close', (code, by) => {
    const ending = new Error(`ended with ${by ?? code}: ${complaint.trim()}`)
    fail(hasBegun ? deathOf(complaint, ending) : new Error('the reading process did not begin', { cause: ending }))
  })
  const stopWatching = watchMemory(child, memoryMb, () => {
    fail(new DocumentError('too_large', new Error(`took more than ${memoryMb} MiB`)))
    child.kill('SIGKILL')
  })
  const abort = () => fail(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
  signal?.addEventListener('abort', abort, { once: true })

  return {
    send(message) {
      if (child.connected) child.send(message, () => undefined)
    },
    async next(ms) {
      const late = () =>
        hasBegun
          ? new DocumentError('timeout', new Error(`no page in ${ms} ms`))
          : new Error(`the reading process did not begin in ${ms} ms`)
      const timer = setTimeout(() => fail(late()), ms)
      try {
        while (messages.length === 0 && !failure) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      } finally {
        clearTimeout(timer)
      }
      const message = messages.shift()
      if (message) return message
      throw failure
    },
    async stop() {
      stopWatching()
      signal?.removeEventListener('abort', abort)
      await end(child)
    },
  }
}

const deathOf = (complaint: string, cause: Error) =>
  new DocumentError(
    /heap out of memory|Array buffer allocation failed/.test(complaint) ? 'too_large' : 'crashed',
    cause,
  )

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
