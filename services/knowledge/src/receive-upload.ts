import { fieldMessages, limits } from '@lectern/contracts'
import { CallError, causeOf, drain, invalid, malformed } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './app.ts'
import { checkRoomForFile } from './check-room.ts'
import { endUpload } from './end-upload.ts'
import { keepOriginal, type Original } from './keep-original.ts'
import type { ChatFile } from './models/file.ts'
import type { Upload } from './models/upload.ts'
import { recordFile } from './record-file.ts'
import { scrapePage } from './scrape-page.ts'

const receiveWithinMs = 15 * 60_000
/** What a body may have beside its file. */
const besidesBytes = 1024 * 1024

type Form = { chatId?: string; ref: string | null; original?: Original; address?: string }

/**
 * Keeps an uploaded file, the parts of its form in any order, and has it read.
 * @throws CallError chat_not_found, file_limit, storage_limit, file_too_large, not_a_document, invalid, body_too_large, malformed_body
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
    const { chatId, ...content } = complete(form)
    const cause = causeOf(request)
    const file =
      'address' in content
        ? await scrapePage(context, orgId, { chatId, ...content }, cause)
        : await recordFile(context, orgId, fileOf(upload, chatId, content.original), cause)
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
      // A form whose file field was left empty has a file without a name.
      const isChosen = part.fieldname === 'file' && part.filename
      if (!isChosen) part.file.resume()
      else {
        await context.uploads.begin(orgId, _id, blobKey)
        form.original = await keepOriginal(context.blobs, blobKey, part)
      }
    } else if (part.valueTruncated) throw new CallError('body_too_large')
    else if (part.fieldname === 'id') {
      form.chatId = textOf(part.fieldname, part.value)
      if (form.chatId) await checkRoomForFile(context, orgId, form.chatId)
    } else if (part.fieldname === 'scrape_url') {
      form.address = textOf(part.fieldname, part.value)
      if (form.address.length > limits.url) throw invalid({ scrape_url: [fieldMessages.tooLong(limits.url)] })
    } else if (part.fieldname === 'r_ref') {
      form.ref = textOf(part.fieldname, part.value)
      if (form.ref.length > limits.reference) throw invalid({ r_ref: [fieldMessages.tooLong(limits.reference)] })
    }
  }
  return form
}

/** The value of a field; one that declares itself JSON comes as more than text. */
function textOf(field: string, value: unknown): string {
  if (typeof value !== 'string') throw invalid({ [field]: [fieldMessages.invalid] })
  return value
}

type Content = { original: Original } | { address: string }

/** A form has a file or the address of a page; the file goes first. */
function complete({ chatId, original, address }: Form): { chatId: string } & Content {
  const content = original ? { original } : address?.trim() ? { address } : null
  if (chatId && content) return { chatId, ...content }
  throw invalid({
    ...(chatId ? {} : { id: [fieldMessages.chooseChat] }),
    ...(content ? {} : { file: [fieldMessages.fileMissing] }),
  })
}

const fileOf = ({ _id, blobKey }: NewUpload, chatId: string, { name, size, detected }: Original) => ({
  _id,
  chatId,
  name,
  url: null,
  ext: detected.ext,
  mime: detected.mime,
  size,
  blobKey,
})
