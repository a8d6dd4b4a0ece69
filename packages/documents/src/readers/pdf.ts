import { open } from 'node:fs/promises'
import { PDFiumModule } from '@hyzyla/pdfium'
import { DocumentError } from '../errors.ts'
import { linesToBlocks } from './pdf-blocks.ts'
import { type Pdfium, readLines } from './pdf-lines.ts'
import type { Part } from './reader.ts'

const passwordError = 4
const imageObject = 3

/** PDF, by PDFium. One that opens without a password is read, whatever else it forbids. */
export async function* readPdf(path: string): AsyncGenerator<Part> {
  const pdfium = (await PDFiumModule({})) as Pdfium
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 })
  const { at, size } = await load(pdfium, path)
  const document = pdfium._FPDF_LoadMemDocument(at, size, 0)
  if (!document) throw new DocumentError(pdfium._FPDF_GetLastError() === passwordError ? 'encrypted' : 'broken')

  const total = pdfium._FPDF_GetPageCount(document)
  let withText = 0
  let withImage = 0
  for (let index = 0; index < total; index += 1) {
    const page = pdfium._FPDF_LoadPage(document, index)
    // A page that is damaged is an empty one; the others can still be read.
    const blocks = page ? linesToBlocks(readLines(pdfium, page), pdfium._FPDF_GetPageHeight(page)) : []
    if (blocks.length > 0) withText += 1
    else if (page && hasImage(pdfium, page)) withImage += 1
    if (page) pdfium._FPDF_ClosePage(page)
    yield { number: index + 1, total, blocks }
  }
  if (total === 0) throw new DocumentError('broken')
  if (withText === 0) throw new DocumentError(withImage > 0 ? 'scanned' : 'empty')
}

/** Reads the file straight into PDFium's memory: a large one has no room to be there twice. */
async function load(pdfium: Pdfium, path: string): Promise<{ at: number; size: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const at = pdfium.wasmExports.malloc(size)
    if (!at) throw new DocumentError('too_large')
    for (let done = 0; done < size; ) {
      const { bytesRead } = await file.read(pdfium.HEAPU8, at + done, size - done, done)
      if (bytesRead === 0) throw new DocumentError('broken')
      done += bytesRead
    }
    return { at, size }
  } finally {
    await file.close()
  }
}

function hasImage(pdfium: Pdfium, page: number): boolean {
  const count = pdfium._FPDFPage_CountObjects(page)
  for (let index = 0; index < count; index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index)
    if (pdfium._FPDFPageObj_GetType(object) === imageObject) return true
  }
  return false
}
