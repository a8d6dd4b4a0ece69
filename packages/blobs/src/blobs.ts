import type { Readable } from 'node:stream'

/** Where originals and images lie; events carry the key, never the bytes. */
export type Blobs = {
  /** Keeps a stream under a new key; what was written is removed again if the stream fails. */
  put(key: string, content: Readable, signal?: AbortSignal): Promise<void>
  /** The stream of an unknown key fails. */
  open(key: string): Promise<Readable>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Keys that begin with `prefix` and were kept before then, those of cut-short writes too: in order, the first after `after`. */
  list(prefix: string, options?: { before?: Date; after?: string }): Promise<string[]>
}

/** Keys that a list has at most. */
export const listedAtOnce = 500

/** Removes all that lies under keys which begin with `prefix`. False when it was stopped before the end. */
export async function removeBlobs(blobs: Blobs, prefix: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const keys = await blobs.list(prefix)
    for (const key of keys) await blobs.delete(key)
    if (keys.length === 0) return true
  }
  return false
}
