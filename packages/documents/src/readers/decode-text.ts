import { readFile } from 'node:fs/promises'
import { analyse } from 'chardet'

/** The text of a file in whatever encoding: by its mark, by what it declares, by what its bytes can be. */
export async function readText(path: string, declared?: (head: string) => string | undefined): Promise<string> {
  return decodeText(await readFile(path), declared)
}

/** `declared` finds the encoding's name in the text, as an HTML page may tell it; `head` is its beginning as Latin-1. */
export function decodeText(bytes: Uint8Array, declared?: (head: string) => string | undefined): string {
  return decodeTwice(decodeOnce(bytes, declared))
}

function decodeOnce(bytes: Uint8Array, declared?: (head: string) => string | undefined): string {
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
    return decodeAs(declared?.(head) ?? guessedEncoding(bytes), bytes)
  }
}

/**
 * UTF-8 that a program took for Latin-1 and encoded again. It leaves control characters that no text has, in sequences
 * that UTF-8 has.
 */
function decodeTwice(text: string): string {
  if (!/[\u00c2-\u00f4][\u0080-\u009f]/.test(text)) return text
  const sequence = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g
  return text.replace(sequence, (found) => Buffer.from(found, 'latin1').toString('utf8'))
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
}

/** In UTF-16 most western texts have a zero in every other byte; no other encoding of text has any. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 4096)
  let even = 0
  let odd = 0
  for (const [index, byte] of head.entries()) if (byte === 0) index % 2 === 0 ? even++ : odd++
  if (odd > head.length / 8 && even < odd / 4) return 'utf-16le'
  if (even > head.length / 8 && odd < even / 4) return 'utf-16be'
}

/** The likeliest encoding. Between equals a western one: it is the commonest of the old ones. */
function guessedEncoding(bytes: Uint8Array): string {
  const [best] = analyse(bytes.subarray(0, 65_536))
  if (!best || best.confidence < 30 || best.name.startsWith('ISO-8859-1')) return 'windows-1252'
  return best.name
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
