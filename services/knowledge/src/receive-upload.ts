import { fieldMessages, limits } from '@lectern/contracts'
import { CallError, type Cause, causeOf, drain, invalid, malformed, notFound, outboxEntry } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import { endUpload } from './end-upload.ts'
import { keepOriginal, type Original } from './keep-original.ts'
import type { ChatFile } from './models/file.ts'
import type { Upload } from './models/upload.ts'
import { refreshReadiness } from './readiness.ts'

const receiveWithinMs = 15 * 60_000
const maxRef = 255
/** What a body may have beside its file. */
const besidesBytes = 1024 * 1024

type Form = { chatId?: string; ref: string | null; original?: Original }

/**
 * Keeps an uploaded file, the parts of its form in any order, and has it read.
 * @throws CallError chat_not_found, file_limit, file_too_large, not_a_document, invalid, body_too_large, malformed_body
 */
export async function receiveUpload(
  context: Context,
  orgId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ file: ChatFile; ref: string | null }> {
  const id = crypto.randomUUID().replaceAll('-', '')
  const upload = { _id: id, orgId, blobKey: `${orgId}/${id}` }
  const tooSlow = setTimeout(() => request.raw.destroy(), receiveWithinMs)
  try {
    if (Number(request.headers['content-length']) > limits.uploadBytes + besidesBytes)
      throw new CallError('file_too_large')
    const form = await readParts(context, upload, request)
    const file = await record(context, upload, complete(form), causeOf(request))
    return { file, ref: form.ref }
  } catch (error) {
    await drain(request, reply)
    throw malformed(error)
  } finally {
    clearTimeout(tooSlow)
    // What cannot be cleared away now is found by the sweep.
    await endUpload(context, upload).catch((err) => request.log.warn({ err }, 'an upload was not ended'))
  }
}

type NewUpload = Pick<Upload, '_id' | 'orgId' | 'blobKey'>

/** Checks each part as it comes: a file for a chat that cannot take it is not even received, if the chat is named first. */
async function readParts(context: Context, upload: NewUpload, request: FastifyRequest): Promise<Form> {
  const { orgId, _id, blobKey } = upload
  const form: Form = { ref: null }
  for await (const part of request.parts({ limits: { fileSize: limits.uploadBytes } })) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') part.file.resume()
      else {
        await context.uploads.begin(orgId, _id, blobKey)
        form.original = await keepOriginal(context.blobs, blobKey, part)
      }
    } else if (part.valueTruncated) throw new CallError('body_too_large')
    else if (part.fieldname === 'id') {
      form.chatId = textOf(part.fieldname, part.value)
      if (form.chatId) await checkRoom(context, orgId, form.chatId)
    } else if (part.fieldname === 'r_ref') {
      form.ref = textOf(part.fieldname, part.value)
      if (form.ref.length > maxRef) throw invalid({ r_ref: [fieldMessages.tooLong(maxRef)] })
    }
  }
  return form
}

/** The value of a field; one that declares itself JSON comes as more than text. */
function textOf(field: string, value: unknown): string {
  if (typeof value !== 'string') throw invalid({ [field]: [fieldMessages.invalid] })
  return value
}

function complete({ chatId, original }: Form): { chatId: string; original: Original } {
  if (chatId && original) return { chatId, original }
  throw invalid({
    ...(chatId ? {} : { id: [fieldMessages.chooseChat] }),
    ...(original ? {} : { file: [fieldMessages.fileMissing] }),
  })
}

async function checkRoom({ chats, files }: Context, orgId: number, chatId: string): Promise<void> {
  if (!(await chats.find(orgId, chatId))) throw notFound('chat_not_found')
  const { processing, ready, failed } = await files.count(orgId, chatId)
  if (processing + ready + failed >= limits.filesPerChat) throw new CallError('file_limit')
}

/** Makes the file's record and tells of it in one write; takes it back where the chat was deleted meanwhile. */
async function record(
  context: Context,
  { _id, orgId, blobKey }: NewUpload,
  { chatId, original }: { chatId: string; original: Original },
  cause: Cause,
): Promise<ChatFile> {
  const { name, size, detected } = original
  const { mime, ext } = detected
  await checkRoom(context, orgId, chatId)
  const entry = outboxEntry('document.uploaded', cause, { kbId: chatId, name, ext, mime, size: BigInt(size), blobKey })
  const file = await context.files.create(orgId, { _id, chatId, name, ext, mime, size, blobKey }, entry)
  context.outboxes.files.wake(_id)
  if (await refreshReadiness(context, orgId, chatId, cause)) return file
  await deleteFile(context, orgId, chatId, _id, cause)
  throw notFound('chat_not_found')
}
