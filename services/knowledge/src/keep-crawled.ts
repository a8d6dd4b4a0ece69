import { CallError, type Cause, type IncomingEvent, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { checkRoomForBytes, places } from './check-room.ts'
import { deleteFile } from './delete-file.ts'
import { type ChatFile, type NewFile, uploadOf } from './models/file.ts'
import { refreshReadiness } from './readiness.ts'
import { addFile } from './record-file.ts'

/**
 * Makes a page of a website a file of its chat, or gives its file the newer original. One that cannot be taken, as its
 * website is gone or the chat is full, is deleted as soon as it is there, so that all who heard of it forget it.
 */
export async function keepCrawled(context: Context, event: IncomingEvent<'document.crawled'>): Promise<void> {
  const { orgId, aggregateId: _id, version: pageVersion, payload } = event
  const cause = { id: event.id, traceparent: event.traceparent }
  const { kbId: chatId, crawlId, url, name, ext, mime, blobKey } = payload
  const page = { _id, chatId, crawlId, url, name, ext, mime, size: Number(payload.size), blobKey, pageVersion }
  const known = await context.files.findAny(orgId, _id)
  if (known?.deletedAt) return removeOriginal(context, known, blobKey)
  if (known) return replace(context, known, page, cause)

  const isTaken = await take(context, orgId, { ...page, crawlId }, cause)
  if (!isTaken) {
    const entry = outboxEntry('document.deleted', cause, { kbId: chatId })
    await context.files.create(orgId, { ...page, deletedAt: new Date() }, entry)
  }
  context.outboxes.files.wake(_id)
  if (!isTaken) return
  const isLive = await refreshReadiness(context, orgId, chatId, cause)
  // The website may have been deleted since it was looked for.
  if (!isLive || !(await context.crawls.find(orgId, crawlId))) await deleteFile(context, orgId, chatId, _id, cause)
}

/** False where its website is gone, or the chat or the plan has no room. */
async function take(
  context: Context,
  orgId: number,
  page: NewFile & { crawlId: string },
  cause: Cause,
): Promise<boolean> {
  if (!(await context.crawls.find(orgId, page.crawlId))) return false
  try {
    await addFile(context, orgId, page, outboxEntry('document.uploaded', cause, uploadOf(page, false)))
    return true
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  }
}

/** What was read of the page before answers until the newer original is read, and on where the plan has no room for that. */
async function replace(
  context: Context,
  known: ChatFile,
  page: NewFile & { pageVersion: number },
  cause: { id: string; traceparent: string },
): Promise<void> {
  const { orgId, chatId, _id } = known
  if (known.pageVersion >= page.pageVersion) return
  const entry = outboxEntry('document.uploaded', cause, uploadOf(page, false))
  try {
    const isReplaced = await context.gates.enter(
      orgId,
      { id: _id, of: places.filesOf(chatId), size: page.size },
      (others) => checkRoomForBytes(context, orgId, page.size, others, _id),
      () => context.files.replaceOriginal(orgId, known, page, entry),
    )
    if (!isReplaced) throw new Error('the file was changed meanwhile; the event is handled again')
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return removeOriginal(context, known, page.blobKey)
  }
  context.outboxes.files.wake(_id)
  await removeOriginal(context, page, known.blobKey)
  await refreshReadiness(context, orgId, chatId, cause)
}

/** Removes an original that is not the file's any more. */
async function removeOriginal({ blobs }: Context, file: Pick<ChatFile, 'blobKey'>, blobKey: string): Promise<void> {
  if (blobKey !== file.blobKey) await blobs.delete(blobKey)
}
