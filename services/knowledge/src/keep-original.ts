import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { Blobs } from '@lectern/blobs'
import { fieldMessages } from '@lectern/contracts'
import { type DetectedKind, detectKind, detectKindBytes } from '@lectern/documents'
import { CallError, invalid } from '@lectern/service'
import { cleanFileName } from './file-name.ts'

/** A file as it was received: `size` in bytes, its kind by what is in it. */
export type Original = { name: string; size: number; detected: DetectedKind }

/**
 * Streams the file of a form into the blob store; its first bytes tell whether it is a document before any is written.
 * @throws CallError not_a_document, file_too_large, invalid
 */
export async function keepOriginal(blobs: Blobs, blobKey: string, part: MultipartFile): Promise<Original> {
  const name = cleanFileName(part.filename)
  const found: { size: number; detected: DetectedKind | null } = { size: 0, detected: null }

  async function* checked(): AsyncGenerator<Buffer> {
    let head: Buffer[] = []
    for await (const bytes of part.file as AsyncIterable<Buffer>) {
      found.size += bytes.length
      if (found.detected) {
        yield bytes
        continue
      }
      head.push(bytes)
      if (found.size < detectKindBytes) continue
      found.detected = await kindOf(head, name)
      yield* head
      head = []
    }
    if (part.file.truncated) throw new CallError('file_too_large')
    if (found.size === 0) throw invalid({ file: [fieldMessages.fileEmpty] })
    found.detected ??= await kindOf(head, name)
    yield* head
  }

  await blobs.put(blobKey, Readable.from(checked()))
  const { size, detected } = found
  if (!detected) throw new Error('a file was kept before its kind was known')
  return { name, size, detected }
}

async function kindOf(head: Buffer[], name: string): Promise<DetectedKind> {
  const detected = await detectKind(Buffer.concat(head), name)
  if (!detected) throw new CallError('not_a_document', { message: fieldMessages.notADocument(name) })
  return detected
}
