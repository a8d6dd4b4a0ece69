import { removeImage } from '@lectern/images'
import { type Cause, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { deleteCrawl } from './delete-crawl.ts'
import { deleteFile } from './delete-file.ts'
import type { Chat } from './models/chat.ts'

const atOnce = 100

/** Hides a chat and its files and tells so. False when there is no such chat. */
export async function deleteKnowledgeBase(context: Context, orgId: number, id: string, cause: Cause): Promise<boolean> {
  if (!(await context.chats.markDeleted(orgId, id, outboxEntry('kb.deleted', cause, {})))) return false
  context.outboxes.chats.wake(id)
  await deleteFilesOf(context, orgId, id, cause)
  return true
}

/** What is left to do when all that a chat had to tell is told. */
export async function chatSent(context: Context, chat: Chat): Promise<void> {
  if (chat.deletedAt) await removeKnowledgeBase(context, chat, { id: chat._id, traceparent: '' })
}

/** Goes on with a deletion wherever it was cut short. */
export async function removeKnowledgeBase(
  context: Context,
  { _id, orgId, imageUrl }: Chat,
  cause: Cause,
): Promise<void> {
  await deleteFilesOf(context, orgId, _id, cause)
  if (imageUrl) await removeImage(context.blobs, imageUrl)
  await context.chats.remove(orgId, _id)
}

/** They go without a line each in the log of who did what: the chat has one. */
async function deleteFilesOf(context: Context, orgId: number, chatId: string, { id, traceparent }: Cause) {
  const cause = { id, traceparent }
  for (const crawl of await context.crawls.list(orgId, chatId)) await deleteCrawl(context, orgId, crawl, cause)
  for (;;) {
    const ids = await context.files.listIds(orgId, chatId, atOnce)
    if (ids.length === 0) return
    await Promise.all(ids.map((file) => deleteFile(context, orgId, chatId, file, cause)))
  }
}
