import type { Context } from './app.ts'

/** Longer than any upload takes, and any event waits to be handled. */
const leftAfterMs = 3 * 24 * 3_600_000

/** Removes originals that no file has: what a killed process kept and nobody heard of. Pictures have a sweep of their own. */
export async function removeOrphans(
  { blobs, files, uploads }: Pick<Context, 'blobs' | 'files' | 'uploads'>,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(now.getTime() - leftAfterMs)
  for (let after = ''; !signal.aborted; ) {
    const keys = await blobs.list('', { before, after })
    const last = keys.at(-1)
    if (last === undefined) break
    after = last
    const originals = keys.filter((key) => /^\d+\//.test(key))
    const known = new Set([...(await files.knownBlobs(originals)), ...(await uploads.knownBlobs(originals))])
    for (const key of originals) if (!known.has(key)) await blobs.delete(key)
  }
}
