import type { DocumentKind } from '../kinds.ts'
import { readCsv } from './csv.ts'
import { readDoc } from './doc.ts'
import { readDocx } from './docx.ts'
import { readHtml } from './html.ts'
import { readJson } from './json.ts'
import { readPdf } from './pdf.ts'
import { readPptx } from './pptx.ts'
import type { Reader } from './reader.ts'
import { readMarkdown, readPlainText, readTex } from './text.ts'

const readers: Partial<Record<DocumentKind, Reader>> = {
  pdf: readPdf,
  docx: readDocx,
  doc: readDoc,
  pptx: readPptx,
  html: readHtml,
  markdown: readMarkdown,
  csv: readCsv,
  json: readJson,
  tex: readTex,
}

/** The reader for a kind; every other kind is text. */
export function readerFor(kind: DocumentKind): Reader {
  return readers[kind] ?? readPlainText
}
