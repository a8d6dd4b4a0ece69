import { type Cause, notFound, type OutboxEntry, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { checkRoomForFile, places } from './check-room.ts'
import { deleteFile } from './delete-file.ts'
import { type ChatFile, type NewFile, uploadOf } from './models/file.ts'
import { refreshReadiness } from './readiness.ts'

/** Makes a file's record and tells of it in one write, where there is room. @throws CallError chat_not_found, file_limit, storage_limit */
export function addFile(context: Context, orgId: number, file: NewFile, entry: OutboxEntry): Promise<ChatFile> {
  const { _id: id, chatId, size } = file
  return context.gates.enter(
    orgId,
    { id, of: places.filesOf(chatId), size },
    (others) => checkRoomForFile(context, orgId, chatId, size, others),
    () => context.files.create(orgId, file, entry),
  )
}

/**
 * Makes the record of a file that somebody added; takes it back where the chat was deleted meanwhile.
 * @throws CallError chat_not_found, file_limit, storage_limit
 */
export async function recordFile(
  context: Context,
  orgId: number,
  file: NewFile,
  cause: Cause,
  { toFetch } = { toFetch: false },
): Promise<ChatFile> {
  const { _id, chatId } = file
  const created = await addFile(context, orgId, file, outboxEntry('document.uploaded', cause, uploadOf(file, toFetch)))
  context.outboxes.files.wake(_id)
  if (await refreshReadiness(context, orgId, chatId, cause)) return created
  await deleteFile(context, orgId, chatId, _id, cause)
  throw notFound('chat_not_found')
}
