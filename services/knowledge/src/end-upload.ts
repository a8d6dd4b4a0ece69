import type { Context } from './app.ts'
import type { Upload } from './models/upload.ts'

/** Ends an upload, however it went: where no file came of it, what was kept of it goes. */
export async function endUpload(
  { files, blobs, uploads }: Pick<Context, 'files' | 'blobs' | 'uploads'>,
  { _id, orgId, blobKey }: Pick<Upload, '_id' | 'orgId' | 'blobKey'>,
): Promise<void> {
  if (!(await files.isKnown(orgId, _id))) await blobs.delete(blobKey)
  await uploads.end(orgId, _id)
}
