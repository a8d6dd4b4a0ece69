import { limits } from '@lectern/contracts'
import { CallError, type Cause, notFound, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import { type ChatFile, type NewFile, uploadOf } from './models/file.ts'
import { refreshReadiness } from './readiness.ts'

/** @throws CallError chat_not_found, file_limit */
export async function checkRoom({ chats, files }: Context, orgId: number, chatId: string): Promise<void> {
  if (!(await chats.find(orgId, chatId))) throw notFound('chat_not_found')
  const { processing, ready, failed } = await files.count(orgId, chatId)
  if (processing + ready + failed >= limits.filesPerChat) throw new CallError('file_limit')
}

/**
 * Makes a file's record and tells of it in one write; takes it back where the chat was deleted meanwhile.
 * @throws CallError chat_not_found, file_limit
 */
export async function recordFile(
  context: Context,
  orgId: number,
  file: NewFile,
  cause: Cause,
  { toFetch } = { toFetch: false },
): Promise<ChatFile> {
  const { _id, chatId } = file
  await checkRoom(context, orgId, chatId)
  const created = await context.files.create(
    orgId,
    file,
    outboxEntry('document.uploaded', cause, uploadOf(file, toFetch)),
  )
  context.outboxes.files.wake(_id)
  if (await refreshReadiness(context, orgId, chatId, cause)) return created
  await deleteFile(context, orgId, chatId, _id, cause)
  throw notFound('chat_not_found')
}
