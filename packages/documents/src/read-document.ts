import { open } from 'node:fs/promises'
import { detectKind, detectKindBytes } from './detect-kind.ts'
import { DocumentError } from './errors.ts'
import type { WorkerMessage } from './messages.ts'
import type { PageRead } from './page.ts'
import { startReadingProcess } from './reading-process.ts'

export type ReadLimits = {
  /** Longest time until the reading begins, in milliseconds: a process is to start, and a busy machine takes its time. */
  beginMs: number
  /** Longest time to read one page, in milliseconds. */
  pageMs: number
  /** Longest time to read the whole document, in milliseconds, the consumer's own time not counted. */
  totalMs: number
  /** Most memory the reading process may take, in MiB. */
  memoryMb: number
}

export type ReadOptions = {
  /** `index` of the first page wanted: resumes where an earlier reading ended. Default 0. */
  fromIndex?: number
  limits?: Partial<ReadLimits>
  signal?: AbortSignal
}

const defaultLimits: ReadLimits = { beginMs: 60_000, pageMs: 30_000, totalMs: 600_000, memoryMb: 1_024 }

// Pages that are read before they are asked for.
const pagesAhead = 32

/**
 * Reads a document from disk in a process of its own, page by page, as fast as the pages are taken.
 * `name` is the name it was uploaded under. Pages without text are given too. Throws `DocumentError`; its `cause` tells more.
 * Another error where the reading could not begin, or the disk did not give the document: it may, later.
 */
export async function* readDocument(
  file: { path: string; name: string },
  options: ReadOptions = {},
): AsyncGenerator<PageRead> {
  const limits = { ...defaultLimits, ...options.limits }
  const kind = await kindOf(file)
  options.signal?.throwIfAborted()
  const reader = startReadingProcess(limits.memoryMb, options.signal)
  try {
    reader.send({ type: 'read', path: file.path, kind, fromIndex: options.fromIndex ?? 0 })
    reader.send({ type: 'more', count: pagesAhead })
    await reader.next(limits.beginMs)
    for (let left = limits.totalMs; ; ) {
      const started = performance.now()
      const message = await reader.next(Math.min(left, limits.pageMs))
      left -= performance.now() - started
      if (message.type === 'end') return
      if (message.type === 'failed') throw failureOf(message)
      if (message.type === 'begun') continue
      yield { page: message.page, total: message.total }
      reader.send({ type: 'more', count: 1 })
    }
  } finally {
    await reader.stop()
  }
}

function failureOf({ code, detail }: Extract<WorkerMessage, { type: 'failed' }>): Error {
  const cause = new Error(detail)
  return code === 'unreachable'
    ? new Error('the document could not be read from disk', { cause })
    : new DocumentError(code, cause)
}

async function kindOf(file: { path: string; name: string }) {
  const handle = await open(file.path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(detectKindBytes), 0, detectKindBytes, 0)
    if (bytesRead === 0) throw new DocumentError('empty')
    const found = await detectKind(buffer.subarray(0, bytesRead), file.name)
    if (!found) throw new DocumentError('unsupported')
    return found.kind
  } finally {
    await handle.close()
  }
}
