import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { fieldMessages, limits } from '@lectern/contracts'
import { type DetectedKind, detectKind, detectKindBytes } from '@lectern/documents'
import { CallError, type Cause, causeOf, invalid, notFound, outboxEntry } from '@lectern/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './app.ts'
import { deleteFile } from './delete-file.ts'
import { cleanFileName } from './file-name.ts'
import type { ChatFile } from './models/file.ts'
import { drain, malformed } from './read-form.ts'
import { refreshReadiness } from './readiness.ts'

const receiveWithinMs = 15 * 60_000
const maxRef = 255
const fileEmpty = 'This file is empty. Please choose another one.'

type Original = { id: string; blobKey: string; name: string; size: number; detected: DetectedKind }
type Form = { id?: string; ref: string | null; original?: Original }

/** Keeps an uploaded file, the parts of its form in any order, and has it read. */
export async function receiveUpload(
  context: Context,
  orgId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ file: ChatFile; ref: string | null }> {
  const form: Form = { ref: null }
  const tooSlow = setTimeout(() => request.raw.destroy(), receiveWithinMs)
  try {
    await readParts(context, orgId, request, form)
    const { chatId, original } = complete(form)
    await checkRoom(context, orgId, chatId)
    const file = await record(context, orgId, chatId, original, causeOf(request))
    return { file, ref: form.ref }
  } catch (error) {
    await drain(request, reply)
    throw malformed(error)
  } finally {
    clearTimeout(tooSlow)
  }
}
