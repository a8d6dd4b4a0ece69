import { textToEmbed } from '@lectern/documents'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { startWork, type Workers } from './leased-work.ts'

type Use = Pick<Context, 'index' | 'embedder' | 'rebuilds'>

/** Rounds in which nothing is left to copy are soon reached; more than these never. */
const mostRounds = 20

/**
 * Fills the index of a new version or of another embedder from the one that serves, then lets it serve. All that is written
 * or deleted meanwhile is in both. @throws what the engines or the embedder throw; what was copied stays
 */
export async function rebuildIndex({ index, embedder }: Omit<Use, 'rebuilds'>, signal: AbortSignal): Promise<number> {
  let copied = 0
  for (let round = 0; round < mostRounds; round += 1) {
    let missing = 0
    for await (const passages of index.all('serving', signal)) {
      const there = await index.held(
        passages.map(({ id }) => id),
        'own',
      )
      const left = passages.filter(({ id }) => !there.has(id))
      if (left.length === 0) continue
      const vectors = await embedder.embedDocuments(
        left.map(({ document: { heading, text, start, end } }) => textToEmbed({ heading, text, start, end })),
        signal,
      )
      await index.copy(left.map((each, place) => ({ ...each, vector: vectors[place] ?? [] })))
      missing += left.length
    }
    signal.throwIfAborted()
    await index.refresh()
    copied += missing
    if (missing === 0) break
  }
  // What was deleted between its reading and its writing came back.
  for await (const passages of index.all('own', signal)) {
    const ids = passages.map(({ id }) => id)
    const there = await index.held(ids, 'serving')
    await index.drop(ids.filter((id) => !there.has(id)))
  }
  signal.throwIfAborted()
  await index.takeOver()
  return copied
}

/** Rebuilds in the background, one process at a time, until the new index serves. */
export async function startRebuilding(
  context: Use & { log: FastifyBaseLogger },
  leaseMs: number,
): Promise<Workers | null> {
  const { index, rebuilds, log } = context
  if (await index.isServing()) return null
  await rebuilds.request(index.name)
  return startWork({
    atOnce: 1,
    leaseMs,
    log,
    claim: (worker) => rebuilds.claim(index.name, worker, leaseMs),
    renew: (task, worker) => rebuilds.renew(task, worker, leaseMs),
    async work({ task, signal }) {
      log.info({ index: index.name }, 'the index is being rebuilt; the one before serves')
      const copied = await rebuildIndex(context, signal)
      await rebuilds.finish(task)
      log.info({ index: index.name, copied }, 'the new index serves')
    },
  })
}
