import { newTraceparent } from '@lectern/service'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import { deleteKnowledgeBase } from './delete-knowledge-base.ts'

const atOnce = 50

/** Deletes all chats of a deleted organization, each as a person would. False while something of them is still there. */
export async function removeOrganization(context: Context, orgId: number, signal: AbortSignal): Promise<boolean> {
  const { chats, files, crawls } = context
  const cause = { id: `organization ${orgId}`, traceparent: newTraceparent() }
  while (!signal.aborted) {
    const ids = await chats.listIds(orgId, atOnce)
    for (const id of ids) await deleteKnowledgeBase(context, orgId, id, cause)
    // One that was recorded while its chat was being deleted may have none.
    const left = ids.length > 0 ? [] : await files.listOfOrganization(orgId, atOnce)
    for (const { _id, chatId } of left) await deleteFile(context, orgId, chatId, _id, cause)
    if (ids.length === 0 && left.length === 0) break
  }
  const there = await Promise.all([chats, files, crawls].map(({ model }) => model.collection.countDocuments({ orgId })))
  return there.every((count) => count === 0)
}
