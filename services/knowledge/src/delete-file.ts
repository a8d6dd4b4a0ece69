import { type Cause, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import type { ChatFile } from './models/file.ts'
import { refreshReadiness } from './readiness.ts'

/** Hides a file and tells so; its original goes once that is told. False when there is no such file. */
export async function deleteFile(
  context: Context,
  orgId: number,
  chatId: string,
  id: string,
  cause: Cause,
): Promise<boolean> {
  const entry = outboxEntry('document.deleted', cause, { kbId: chatId })
  if (!(await context.files.markDeleted(orgId, id, entry))) return false
  context.outboxes.files.wake(id)
  await refreshReadiness(context, orgId, chatId, cause)
  return true
}

/** What is left to do when all that a file had to tell is told. */
export async function fileSent(context: Context, file: ChatFile): Promise<void> {
  if (file.deletedAt) await removeFile(context, file)
}

/** Removes what a deleted file leaves: its original first, so that a record is left to find it by. */
export async function removeFile(context: Context, { _id, orgId, chatId, blobKey }: ChatFile): Promise<void> {
  await refreshReadiness(context, orgId, chatId, { id: _id, traceparent: '' })
  await context.blobs.delete(blobKey)
  await context.files.remove(orgId, _id)
}
