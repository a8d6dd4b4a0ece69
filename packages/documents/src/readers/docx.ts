import { oneLine } from './clean-text.ts'
import { headingLevels } from './docx-styles.ts'
import { type Block, inParts, type Part } from './reader.ts'
import { type OfficePackage, openOfficePackage, type XmlEvent } from './zip.ts'

type PageBreak = { pageBreak: true }

/** Word. Pages are known only where Word left its marks of them in the file; their numbers are then Word's. */
export async function* readDocx(path: string): AsyncGenerator<Part> {
  const document = await openOfficePackage(path)
  try {
    const main = 'word/document.xml'
    const levels = await headingLevels(document)
    const breaks = await countPageBreaks(document, main)
    const blocks = documentBlocks(document, main, levels)
    if (breaks > 0) yield* inPages(blocks, breaks + 1)
    else yield* inParts(withoutBreaks(blocks))
  } finally {
    document.close()
  }
}

async function countPageBreaks(document: OfficePackage, part: string): Promise<number> {
  const mark = '<w:lastRenderedPageBreak'
  let count = 0
  let tail = ''
  const stream = await document.stream(part)
  for await (const bytes of stream) {
    const text = tail + (bytes as Buffer).toString('latin1')
    count += text.split(mark).length - 1
    tail = text.slice(-mark.length + 1)
  }
  return count
}

async function* inPages(blocks: AsyncIterable<Block | PageBreak>, total: number): AsyncGenerator<Part> {
  let number = 1
  let gathered: Block[] = []
  for await (const block of blocks) {
    if ('pageBreak' in block) {
      yield { number, total, blocks: gathered }
      number += 1
      gathered = []
    } else gathered.push(block)
  }
  yield { number, total, blocks: gathered }
}

async function* withoutBreaks(blocks: AsyncIterable<Block | PageBreak>): AsyncGenerator<Block> {
  for await (const block of blocks) if (!('pageBreak' in block)) yield block
}

async function* documentBlocks(
  document: OfficePackage,
  main: string,
  levels: Map<string, number>,
): AsyncGenerator<Block | PageBreak> {
  for (const part of [main, 'word/footnotes.xml', 'word/endnotes.xml']) yield* partBlocks(document.xml(part), levels)
}

type Paragraph = { text: string; level?: number; listed: boolean }

// Twice-told or unseen: the older form of a drawing, what was deleted, codes of fields.
const skipped = new Set(['Fallback', 'del', 'moveFrom', 'instrText', 'delText'])

/** The paragraphs and table rows of one part. A row is one block, its cells parted by bars; a text box follows its paragraph. */
async function* partBlocks(
  events: AsyncIterable<XmlEvent>,
  levels: Map<string, number>,
): AsyncGenerator<Block | PageBreak> {
  const paragraphs: Paragraph[] = []
  const rows: string[][] = []
  let done: (Block | PageBreak)[] = []
  let skipping = 0
  let inText = false
  let breaks = 0

  function closeParagraph(): void {
    const paragraph = paragraphs.pop()
    const row = rows.at(-1)
    if (!paragraph || oneLine(paragraph.text) === '') return
    if (row) row[row.length - 1] = `${row.at(-1) ?? ''} ${oneLine(paragraph.text)}`.trim()
    else if (paragraph.level) done.push({ text: oneLine(paragraph.text), level: paragraph.level })
    else done.push({ text: (paragraph.listed ? '- ' : '') + paragraph.text.trim() })
  }

  function closeRow(): void {
    const text = (rows.pop() ?? []).filter((cell) => cell !== '').join(' | ')
    const outer = rows.at(-1)
    if (text === '') return
    if (outer) outer[outer.length - 1] = `${outer.at(-1) ?? ''} ${text}`.trim()
    else done.push({ text })
  }

  function open(name: string, attributes: Record<string, string>): void {
    const paragraph = paragraphs.at(-1)
    if (name === 'p') paragraphs.push({ text: '', listed: false })
    else if (name === 'tr') rows.push([])
    else if (name === 'tc') rows.at(-1)?.push('')
    else if (name === 'lastRenderedPageBreak') breaks += 1
    else if (!paragraph) return
    else if (name === 't') inText = true
    else if (name === 'tab' || name === 'ptab') paragraph.text += '\t'
    else if (name === 'br' || name === 'cr') paragraph.text += '\n'
    else if (name === 'noBreakHyphen') paragraph.text += '-'
    else if (name === 'numPr') paragraph.listed = true
    else if (name === 'pStyle') paragraph.level = levels.get(attributes.val ?? '')
  }

  function close(name: string): void {
    if (name === 't') inText = false
    else if (name === 'p') closeParagraph()
    else if (name === 'tr') closeRow()
  }

  for await (const event of events) {
    if ('open' in event) {
      if (skipping > 0 || skipped.has(event.open)) skipping += 1
      else open(event.open, event.attributes)
    } else if ('close' in event) {
      if (skipping > 0) skipping -= 1
      else close(event.close)
    } else if (inText && skipping === 0) {
      const paragraph = paragraphs.at(-1)
      if (paragraph) paragraph.text += event.text
    }
    // A page that breaks within a paragraph or a row takes effect after it; before its first word, at once.
    if (breaks > 0 && rows.length === 0 && paragraphs.every((each) => each.text.trim() === '')) {
      for (; breaks > 0; breaks -= 1) done.push({ pageBreak: true })
    }
    if (done.length > 0) {
      yield* done
      done = []
    }
  }
  for (; breaks > 0; breaks -= 1) yield { pageBreak: true }
}
