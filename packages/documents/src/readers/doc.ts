import { readFile } from 'node:fs/promises'
import WordExtractor from 'word-extractor'
import { DocumentError } from '../errors.ts'
import { inParts, type Part } from './reader.ts'

/** Word 97-2003. */
export async function* readDoc(path: string): AsyncGenerator<Part> {
  const bytes = await readFile(path)
  if (isEncrypted(bytes)) throw new DocumentError('encrypted')
  const document = await new WordExtractor().extract(bytes)
  const notes = [document.getFootnotes(), document.getEndnotes()].join('\n')
  const textBoxes = document.getTextboxes({ includeHeadersAndFooters: false })
  // A line end is a paragraph's end here, a tab a cell's.
  const lines = `${document.getBody()}\n${textBoxes}\n${notes}`.split(/\r\n?|\n/)
  yield* inParts(
    lines
      .map((line) => ({ text: line.replace(/\s*\t+\s*/g, ' | ').replace(/^ \| | \| $/g, '') }))
      .filter((block) => block.text.trim() !== ''),
  )
}

/** The main stream starts at a sector with 0xA5EC; bit 8 of its flags, 10 bytes on, tells of a password. */
function isEncrypted(bytes: Buffer): boolean {
  for (let at = 512; at + 12 <= bytes.length; at += 512) {
    if (bytes.readUInt16LE(at) === 0xa5ec) return (bytes.readUInt16LE(at + 10) & 0x0100) !== 0
  }
  return false
}
