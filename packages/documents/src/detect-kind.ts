import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { type DocumentKind, documentKinds } from './kinds.ts'

export type DetectedKind = { kind: DocumentKind; mime: string; ext: string }

/** How many bytes of a file's beginning `detectKind` should be given (all of them, if there are fewer). */
export const detectKindBytes = 65_536

const zipMark = Buffer.from('PK\x03\x04', 'latin1')
const compoundFileMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const officeKinds: ReadonlySet<DocumentKind> = new Set(['docx', 'doc', 'pptx'])

/**
 * The kind of a document, or null when it is none of `documentKinds`. PDF and Office files are known by their content,
 * whatever they are called; kinds of text by their name, if the content is text. An empty file is what its name says.
 */
export async function detectKind(head: Uint8Array, name: string): Promise<DetectedKind | null> {
  const named = kindOfName(name)
  if (head.length === 0) return named
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, detectKindBytes))
  // Readers accept a PDF's mark anywhere in its first thousand bytes, as some writers put others before it.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return kindOfName('.pdf')
  if (startsWith(bytes, zipMark)) return kindOfZip(bytes)
  if (startsWith(bytes, compoundFileMark)) return kindOfCompoundFile(bytes, named)
  if (!named || named.kind === 'pdf' || officeKinds.has(named.kind)) return null
  const binary = await fileTypeFromBuffer(bytes)
  if (binary && !/xml|^text\//.test(binary.mime)) return null
  return isText(bytes) ? named : null
}

function kindOfName(name: string): DetectedKind | null {
  // The extension of `.pdf` is asked for too.
  const ext = extname(`_${name}`).slice(1).toLowerCase()
  const found = documentKinds.find(({ extensions }) => extensions.some((each) => each === ext))
  return found ? { kind: found.kind, mime: found.mime, ext } : null
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark)
}

/** An Office document shows by the folders of its parts; their names stand in the file as they are. */
function kindOfZip(bytes: Buffer): DetectedKind | null {
  for (let at = 0; at >= 0; at = bytes.indexOf(zipMark, at + 4)) {
    if (at + 30 > bytes.length) break
    const name = bytes.toString('latin1', at + 30, at + 30 + bytes.readUInt16LE(at + 26)).replaceAll('\\', '/')
    if (name.startsWith('word/')) return kindOfName('.docx')
    if (name.startsWith('ppt/')) return kindOfName('.pptx')
  }
  return null
}

/** Word 97-2003, and any newer Office document with a password. Which one, the directory may tell too far on to see. */
function kindOfCompoundFile(bytes: Buffer, named: DetectedKind | null): DetectedKind | null {
  if (bytes.includes(Buffer.from('WordDocument', 'utf16le'))) return kindOfName('.doc')
  return named && officeKinds.has(named.kind) ? named : null
}

/** Text has no zero bytes, but in UTF-16, and few control characters. */
function isText(bytes: Buffer): boolean {
  if (/^(fffe|feff)/.test(bytes.toString('hex', 0, 2)) || everyOtherByteIsZero(bytes)) return true
  let controls = 0
  for (const byte of bytes) {
    if (byte === 0) return false
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) controls += 1
  }
  return controls <= Math.max(1, bytes.length / 100)
}

function everyOtherByteIsZero(bytes: Buffer): boolean {
  if (bytes.length < 4) return false
  const zeros = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  return Math.max(even, odd) > bytes.length / 8 && Math.min(even, odd) === 0
}
