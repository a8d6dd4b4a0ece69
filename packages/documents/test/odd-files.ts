import { randomBytes } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { makeDocx, makePdf, makePptx, makeZip } from '@lectern/testing/documents'

/** What becomes of a file: it is read, with these words in it, or refused for this reason. */
export type OddFile = [
  name: string,
  content: () => Uint8Array | string,
  becomes: { read: string } | { refused: string },
]

const bytes = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const pdf = (text = 'Words.') => Buffer.from(makePdf([text]))
const docx = () => Buffer.from(makeDocx(['Words.']))
const half = (file: Buffer) => file.subarray(0, file.length / 2)
const wordXml = (body: string, before = '') =>
  makeZip({
    'word/document.xml': `${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  })
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A PDF of these objects, with no table of where they are. */
const rawPdf = (...objects: (string | Uint8Array)[]) =>
  bytes(
    '%PDF-1.4\n',
    ...objects.flatMap((each, i) => [`${i + 1} 0 obj\n`, each, '\nendobj\n']),
    'trailer << /Root 1 0 R >>\n%%EOF',
  )
const page =
  '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /MediaBox [0 0 600 800] >>'
const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const tree = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const stream = (content: string | Uint8Array, entries = '', length = Buffer.from(content).length) =>
  bytes(`<< /Length ${length} ${entries} >>\nstream\n`, content, '\nendstream')
const shown = 'BT /F1 12 Tf 50 700 Td (Words.) Tj ET'

/** A zip of one part that is far larger than the file. */
function packed(name: string, content: Buffer): Buffer {
  const data = deflateRawSync(content)
  const header = (mark: number, extra: number) => {
    const head = Buffer.alloc(extra)
    head.writeUInt32LE(mark, 0)
    return head
  }
  const local = header(0x04034b50, 30)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const central = header(0x02014b50, 46)
  central.writeUInt16LE(20, 6)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(data.length, 20)
  central.writeUInt32LE(content.length, 24)
  central.writeUInt16LE(name.length, 28)
  const end = header(0x06054b50, 22)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + data.length, 16)
  return bytes(local, name, data, central, name, end)
}

/** Files that are broken, hostile or merely odd. None may crash the reading of others, hang, or take long. */
export const oddFiles: OddFile[] = [
  ['half.pdf', () => half(pdf('Words. '.repeat(500))), { refused: 'broken' }],
  ['head-alone.pdf', () => '%PDF-1.7\n', { refused: 'broken' }],
  ['noise.pdf', () => bytes('%PDF-1.7\n', randomBytes(20_000)), { refused: 'broken' }],
  ['noise-behind.pdf', () => bytes(pdf(), randomBytes(5000)), { read: 'Words.' }],
  ['noise-before.pdf', () => bytes('x'.repeat(500), '\n', pdf()), { read: 'Words.' }],
  ['no-table.pdf', () => rawPdf(catalog, tree, page, stream(shown)), { read: 'Words.' }],
  ['no-pages.pdf', () => rawPdf(catalog, '<< /Type /Pages /Kids [] /Count 0 >>'), { refused: 'broken' }],
  ['circle.pdf', () => rawPdf(catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'), { refused: 'empty' }],
  [
    'too-many-pages.pdf',
    () => rawPdf(catalog, '<< /Type /Pages /Kids [3 0 R] /Count 2000000 >>', page, stream(shown)),
    { read: 'Words.' },
  ],
  ['nested.pdf', () => rawPdf(catalog, tree, page, stream(`${'q '.repeat(500_000)}${shown}`)), { read: 'Words.' }],
  [
    'inflated.pdf',
    () => rawPdf(catalog, tree, page, stream(deflateSync(Buffer.alloc(200_000_000, 32)), '/Filter /FlateDecode')),
    { refused: 'empty' },
  ],
  ['wrong-length.pdf', () => rawPdf(catalog, tree, page, stream(shown, '', -5)), { read: 'Words.' }],
  ['many-words.pdf', () => rawPdf(catalog, tree, page, stream(shown.repeat(50_000))), { read: 'Words.' }],
  ['endless-line.pdf', () => pdf('word '.repeat(20_000)), { read: 'word word' }],
  ['really-a-pdf.txt', () => pdf(), { read: 'Words.' }],
  ['really-text.pdf', () => 'Just words.', { refused: 'unsupported' }],
  ['really-html.docx', () => '<html><p>Words.</p></html>', { refused: 'unsupported' }],
  ['really-gzip.txt', () => gzipSync('Words.'), { refused: 'unsupported' }],
  ['no-text-part.docx', () => makeZip({ 'word/styles.xml': '<w:styles/>' }), { refused: 'broken' }],
  ['half.docx', () => half(docx()), { refused: 'broken' }],
  ['empty-body.docx', () => wordXml(''), { refused: 'empty' }],
  ['no-xml.docx', () => makeZip({ 'word/document.xml': randomBytes(3000).toString('latin1') }), { refused: 'broken' }],
  [
    'entities.docx',
    () =>
      wordXml(
        paragraph('Words. &lol3;'),
        `<!DOCTYPE w [<!ENTITY lol "${'l'.repeat(1000)}"><!ENTITY lol2 "${'&lol;'.repeat(1000)}"><!ENTITY lol3 "${'&lol2;'.repeat(1000)}">]>`,
      ),
    { refused: 'broken' },
  ],
  [
    'foreign-entity.docx',
    () => wordXml(paragraph('Words. &x;'), '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    { refused: 'broken' },
  ],
  [
    'deep.docx',
    () => wordXml(`${'<w:sdt>'.repeat(50_000)}${paragraph('Words.')}${'</w:sdt>'.repeat(50_000)}`),
    { read: 'Words.' },
  ],
  [
    'many-cells.docx',
    () =>
      Buffer.from(
        makeDocx([{ rows: Array.from({ length: 5000 }, (_, i) => [`a${i}`, 'b', 'c', 'd', 'e', 'f', 'g', 'h']) }]),
      ),
    { read: 'a4999' },
  ],
  ['inflated.docx', () => packed('word/document.xml', Buffer.alloc(300_000_000, 32)), { refused: 'broken' }],
  ['outside.docx', () => makeZip({ '../../../etc/passwd': 'x', 'word/document.xml': 'x' }), { refused: 'broken' }],
  ['really-word.pptx', () => docx(), { read: 'Words.' }],
  ['no-slides.pptx', () => makeZip({ 'ppt/presentation.xml': '<p:presentation xmlns:p="p"/>' }), { refused: 'empty' }],
  ['half.pptx', () => half(Buffer.from(makePptx([{ title: 'Words' }]))), { refused: 'broken' }],
  ['noise.doc', () => bytes(Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(8000)), { refused: 'broken' }],
  [
    'circle.doc',
    () => bytes(Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.alloc(4096)),
    { refused: 'broken' },
  ],
  ['open-tags.html', () => `${'<div>'.repeat(100_000)}Words.`, { read: 'Words.' }],
  ['script-alone.html', () => '<script>alert("Words.")</script>', { refused: 'empty' }],
  ['one-line.html', () => `<p>${'Words and more. '.repeat(400_000)}</p>`, { read: 'Words and more.' }],
  ['tables.html', () => `${'<table><tr><td>'.repeat(3000)}Words.`, { read: 'Words.' }],
  [
    'picture-inside.html',
    () => `<p>Words.<img src="data:image/png;base64,${'A'.repeat(4_000_000)}"></p>`,
    { read: 'Words.' },
  ],
  ['bad-entities.html', () => '<p>Words. &#x110000; &#xD800; &bogus; &#0;</p>', { read: 'Words.' }],
  ['wrong-charset.html', () => '<meta charset="no-such-thing"><p>Words.</p>', { read: 'Words.' }],
  ['not-closed.html', () => '<p title="Words.', { refused: 'empty' }],
  ['odd-length-utf-16.txt', () => bytes(Buffer.from('\ufeffWords.', 'utf16le'), 'x'), { read: 'Words.' }],
  ['surrogates.txt', () => bytes('Words. ', Buffer.from('eda080edb080', 'hex')), { read: 'Words.' }],
  ['noise.txt', () => randomBytes(10_000), { refused: 'unsupported' }],
  ['one-word.txt', () => 'a'.repeat(2_000_000), { read: 'aaaa' }],
  ['mark-alone.txt', () => '\ufeff', { refused: 'empty' }],
  ['unseen.txt', () => '\u200b\u200c\u00ad\u2060', { refused: 'empty' }],
  [
    'shift-jis.txt',
    () => Buffer.from('93fa967b8cea82cc95b68fcd82c582b7814293fa967b8cea82cc95b68fcd82c582b78142', 'hex'),
    { read: '日本語' },
  ],
  ['line-ends.txt', () => 'One.\rTwo.\r\nThree.\n\rFour.', { read: 'Three.' }],
  ['open-quote.csv', () => 'a,b\n"Words,1\n2,3\n', { read: 'Words' }],
  [
    'wide.csv',
    () => `${Array.from({ length: 50_000 }, (_, i) => `c${i}`).join(',')}\n${'1,'.repeat(49_999)}1\n`,
    { read: 'c49999: 1' },
  ],
  ['commas.csv', () => ',,,\n,,,\n', { refused: 'empty' }],
  ['ragged.csv', () => 'a,b\n1\n1,2,3\n,,,,Words\n', { read: 'Words' }],
  ['deep.json', () => `${'['.repeat(100_000)}"Words."${']'.repeat(100_000)}`, { read: 'Words.' }],
  ['long-string.json', () => JSON.stringify({ text: 'Words and more. '.repeat(200_000) }), { read: 'Words and more.' }],
  ['no-json.json', () => '{words: NaN, // Words.\n}', { read: 'Words.' }],
  ['braces.tex', () => `\\section{Words${'{'.repeat(50_000)}`, { read: 'Words' }],
  ['fence.md', () => '# Words\n```\nnever closed', { read: 'never closed' }],
  ['quotes.md', () => `${'> '.repeat(20_000)}Words.`, { read: 'Words.' }],
  ['minified.js', () => `var words=1;${'a=b(c);'.repeat(300_000)}`, { read: 'var words' }],
  ['no-extension', () => 'Words.', { refused: 'unsupported' }],
  ['words.pdf.exe', () => pdf(), { read: 'Words.' }],
  ['naïve 📄 name.txt', () => 'Words.', { read: 'Words.' }],
]
