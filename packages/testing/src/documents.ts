import { crc32 } from 'node:zlib'

// Small documents of the kinds people upload, made for a test.

/** A PDF with a page for each text: Helvetica, one line a line, in Latin-1. A line that starts with '# ' is set larger. */
export function makePdf(pages: string[]): Uint8Array {
  return pdfFile(
    pages.map((text) => ({ content: textContent(text) })),
    '',
  )
}

/** A PDF whose one page is a picture without text, as a scanner makes it. */
export function makeScannedPdf(): Uint8Array {
  const image =
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\u0080\nendstream'
  return pdfFile([{ content: 'q 500 0 0 700 50 50 cm /Scan Do Q', image }], '')
}

/** A PDF that asks for a password. None opens it. */
export function makeEncryptedPdf(): Uint8Array {
  const key = `<${'5a'.repeat(32)}>`
  return pdfFile(
    [{ content: textContent('secret') }],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [${key} ${key}]`,
  )
}

export type DocxPart = string | { heading: string; level?: number } | { rows: string[][] } | { pageBreak: true }

/** A Word document of paragraphs, headings, tables, and page breaks as Word marks them when it has laid out a page. */
export function makeDocx(parts: DocxPart[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const styles = [1, 2, 3].map(
    (level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`,
  )
  return makeZip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': `<w:document xmlns:w="${main}"><w:body>${parts.map(docxPart).join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles xmlns:w="${main}">${styles.join('')}</w:styles>`,
  })
}

/** A presentation with a slide for each title, its paragraphs, and the speaker's notes. */
export function makePptx(slides: { title: string; paragraphs?: string[]; notes?: string }[]): Uint8Array {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files: Record<string, string> = { '[Content_Types].xml': '<Types/>' }
  const relations = slides.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/slide" Target="slides/slide${index + 1}.xml"/>`,
  )
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`)
  files['ppt/presentation.xml'] =
    `<p:presentation xmlns:p="p" xmlns:r="${office}"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`
  files['ppt/_rels/presentation.xml.rels'] = `<Relationships>${relations.join('')}</Relationships>`
  for (const [index, { title, paragraphs = [], notes }] of slides.entries()) {
    const shapes = [shape('title', title), ...paragraphs.map((text) => shape('body', text))]
    files[`ppt/slides/slide${index + 1}.xml`] = `<p:sld xmlns:p="p" xmlns:a="a">${shapes.join('')}</p:sld>`
    if (!notes) continue
    files[`ppt/notesSlides/notesSlide${index + 1}.xml`] =
      `<p:notes xmlns:p="p" xmlns:a="a">${shape('body', notes)}</p:notes>`
    files[`ppt/slides/_rels/slide${index + 1}.xml.rels`] =
      `<Relationships><Relationship Id="rId1" Type="${office}/notesSlide" Target="../notesSlides/notesSlide${index + 1}.xml"/></Relationships>`
  }
  return makeZip(files)
}

/** A zip of these files, not compressed. */
export function makeZip(files: Record<string, string>): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    // Versions, flags, method, time and date, all but the version zero; then sum, sizes, length of the name.
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(content.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), content])
    locals.push(local)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(name)]))
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(locals.length, 4)
  end.writeUInt16LE(locals.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end])
}

function textContent(text: string): string {
  let y = 800
  let content = 'BT\n'
  for (const line of text.split('\n')) {
    const isHeading = line.startsWith('# ')
    const words = line.replace(/^# /, '').replace(/[\\()]/g, '\\$&')
    y -= isHeading ? 26 : 14
    content += `/F ${isHeading ? 18 : 11} Tf 1 0 0 1 60 ${y} Tm (${words}) Tj\n`
  }
  return `${content}ET`
}

function pdfFile(pages: { content: string; image?: string }[], trailer: string): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  const kids: string[] = []
  for (const { content, image } of pages) {
    const contentId = objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    const picture = image ? `/XObject << /Scan ${objects.push(image)} 0 R >>` : ''
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> ${picture} >> /Contents ${contentId} 0 R >>`
    kids.push(`${objects.push(page)} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

function docxPart(part: DocxPart): string {
  if (typeof part === 'string') return paragraph(part)
  if ('heading' in part) return paragraph(part.heading, `<w:pPr><w:pStyle w:val="H${part.level ?? 1}"/></w:pPr>`)
  if ('pageBreak' in part) return '<w:p><w:r><w:lastRenderedPageBreak/></w:r></w:p>'
  const rows = part.rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`)
  return `<w:tbl>${rows.join('')}</w:tbl>`
}

function paragraph(text: string, properties = ''): string {
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
}

function shape(placeholder: string, text: string): string {
  const words = `<p:txBody><a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:txBody>`
  return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${placeholder}"/></p:nvPr></p:nvSpPr>${words}</p:sp>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
