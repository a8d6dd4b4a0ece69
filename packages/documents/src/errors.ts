/** What can be wrong with a document, each with the words for the person who uploaded it. */
const reasons = {
  empty: 'There is no text in this file. Check that it is the right one, or that it was saved with its content.',
  encrypted: 'This file is protected with a password. Save a copy without the password and upload that.',
  scanned:
    'This PDF holds pictures of pages and no text. Run text recognition (OCR) on it, or upload the original document.',
  broken: 'This file is damaged and cannot be read. Open it on your computer, save it again and upload the new copy.',
  unsupported:
    'This is not a kind of document that can be read. Upload it as PDF, Word, PowerPoint, HTML, Markdown, CSV or plain text.',
  too_large: 'This file is too large to read. Split it into smaller files and upload those.',
  timeout: 'Reading this file took too long. Split it into smaller files, or save it again in another format.',
  crashed: 'Reading this file failed. Save it again, or in another format, and upload the new copy.',
} as const

export type DocumentErrorCode = keyof typeof reasons

/** A document that cannot be read. `message` can be shown to the person who uploaded it; `cause` is for the log. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly code: DocumentErrorCode

  constructor(code: DocumentErrorCode, cause?: unknown) {
    super(reasons[code], { cause })
    this.code = code
  }
}
