import type { DocumentKind } from '../kinds.ts'
import type { Reader } from './reader.ts'

// Each reader is loaded when it is needed: a process reads one document.
const readers: Partial<Record<DocumentKind, () => Promise<Reader>>> = {
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
  doc: async () => (await import('./doc.ts')).readDoc,
  pptx: async () => (await import('./pptx.ts')).readPptx,
  html: async () => (await import('./html.ts')).readHtml,
  markdown: async () => (await import('./text.ts')).readMarkdown,
  csv: async () => (await import('./csv.ts')).readCsv,
  json: async () => (await import('./json.ts')).readJson,
  tex: async () => (await import('./text.ts')).readTex,
}

const plainText = async () => (await import('./text.ts')).readPlainText

/** The reader for a kind; every other kind is text. */
export function readerFor(kind: DocumentKind): Promise<Reader> {
  return (readers[kind] ?? plainText)()
}
