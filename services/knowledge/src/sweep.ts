import { newTraceparent } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { removeFile } from './delete-file.ts'
import { removeKnowledgeBase } from './delete-knowledge-base.ts'
import { endUpload } from './end-upload.ts'

const everyMs = 10 * 60_000
/** Longer than any upload may take. */
const leftAfterMs = 60 * 60_000
const atOnce = 100

/** Finishes what a killed process left half done: deletions, and uploads whose sender never got an answer. */
export async function sweep(context: Context, now = new Date()): Promise<void> {
  const cause = { id: 'sweep', traceparent: newTraceparent() }
  for (const chat of await context.chats.listDeleted(atOnce)) await removeKnowledgeBase(context, chat, cause)
  for (const file of await context.files.listDeleted(atOnce)) await removeFile(context, file)
  for (const upload of await context.uploads.listLeft(new Date(now.getTime() - leftAfterMs), atOnce))
    await endUpload(context, upload)
}

/** Sweeps now and every ten minutes. */
export function startSweeping(context: Context, log: FastifyBaseLogger) {
  let running = Promise.resolve()
  const start = () => {
    running = sweep(context).catch((err) => log.warn({ err }, 'not swept'))
  }
  start()
  const timer = setInterval(start, everyMs)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
