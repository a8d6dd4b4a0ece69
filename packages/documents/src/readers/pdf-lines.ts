import type { PDFiumModule } from '@hyzyla/pdfium'

/** A line of a PDF page. Lengths in points, the origin at the page's lower left. `size` is the height of its letters. */
export type Line = {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  size: number
  bold: boolean
}

// Functions of PDFium that the package carries but does not type.
export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & {
  _FPDFText_GetCharIndexFromTextIndex(textPage: number, textIndex: number): number
  _FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number
  _FPDFText_GetFontWeight(textPage: number, index: number): number
  _FPDFText_GetFontInfo(textPage: number, index: number, buffer: number, length: number, flags: number): number
}

const fontNameBytes = 128

/** The lines of a page in PDFium's reading order. `page` is a PDFium page handle. */
export function readLines(pdfium: Pdfium, page: number): Line[] {
  const textPage = pdfium._FPDFText_LoadPage(page)
  if (!textPage) return []
  const scratch = pdfium.wasmExports.malloc(16 + fontNameBytes)
  try {
    const lines: Line[] = []
    const text = pageText(pdfium, textPage)
    // Where a hyphen only parts a word at a line's end, PDFium puts U+FFFE and no line end.
    for (const { 0: content, index } of text.matchAll(/[^\r\n\ufffe]+\ufffe?/g)) {
      const first = content.search(/[^\s\ufffe]/)
      if (first < 0) continue
      const last = content.replace('\ufffe', '').trimEnd().length - 1
      const start = charBox(pdfium, textPage, index + first, scratch)
      const middle = charBox(pdfium, textPage, index + Math.floor((first + last) / 2), scratch)
      const end = charBox(pdfium, textPage, index + last, scratch)
      lines.push({
        text: content.trim(),
        left: start.left,
        right: end.right,
        top: Math.max(start.top, middle.top, end.top),
        bottom: Math.min(start.bottom, middle.bottom, end.bottom),
        size: Math.max(start.top - start.bottom, middle.top - middle.bottom, end.top - end.bottom),
        bold: isBold(pdfium, textPage, index + first, scratch) && isBold(pdfium, textPage, index + last, scratch),
      })
    }
    return lines
  } finally {
    pdfium.wasmExports.free(scratch)
    pdfium._FPDFText_ClosePage(textPage)
  }
}

function pageText(pdfium: Pdfium, textPage: number): string {
  const count = pdfium._FPDFText_CountChars(textPage)
  if (count <= 0) return ''
  const buffer = pdfium.wasmExports.malloc((count + 1) * 2)
  try {
    const length = pdfium._FPDFText_GetText(textPage, 0, count, buffer)
    const bytes = pdfium.HEAPU8.subarray(buffer, buffer + Math.max(0, length - 1) * 2)
    return new TextDecoder('utf-16le').decode(bytes)
  } finally {
    pdfium.wasmExports.free(buffer)
  }
}

/** `textIndex` counts in the page's text, which leaves out what has no character; PDFium's boxes count all. */
function charBox(pdfium: Pdfium, textPage: number, textIndex: number, scratch: number) {
  const index = pdfium._FPDFText_GetCharIndexFromTextIndex(textPage, textIndex)
  pdfium._FPDFText_GetLooseCharBox(textPage, index, scratch)
  const view = new DataView(pdfium.HEAPU8.buffer, scratch, 16)
  return {
    left: view.getFloat32(0, true),
    top: view.getFloat32(4, true),
    right: view.getFloat32(8, true),
    bottom: view.getFloat32(12, true),
  }
}

function isBold(pdfium: Pdfium, textPage: number, textIndex: number, scratch: number): boolean {
  const index = pdfium._FPDFText_GetCharIndexFromTextIndex(textPage, textIndex)
  if (pdfium._FPDFText_GetFontWeight(textPage, index) >= 600) return true
  const length = pdfium._FPDFText_GetFontInfo(textPage, index, scratch + 16, fontNameBytes, 0)
  const name = Buffer.from(pdfium.HEAPU8.subarray(scratch + 16, scratch + 16 + Math.min(length, fontNameBytes)))
  return /bold|black|heavy/i.test(name.toString('latin1'))
}
