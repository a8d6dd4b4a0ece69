import { isUtf8 } from 'node:buffer'

/** The body of a text as a reader without its headers reads it right; `charset` is null when nothing tells. */
export type ReadableBody = { body: Buffer; charset: string | null }

const utf8Mark = Buffer.from('\ufeff')
const escapeByte = 0x1b

/**
 * Files have no headers: a text whose header alone tells its encoding becomes UTF-8, with a mark that goes before
 * whatever the text says of itself.
 */
export function withoutHeader(body: Buffer, declared: string | null): ReadableBody {
  const marked = byteOrderMark(body)
  if (marked) return { body, charset: marked }
  // Servers often claim the encoding that they came with: what is UTF-8 by its bytes is UTF-8, but for the encodings
  // that make other scripts out of ASCII.
  if (isUtf8(body) && !body.includes(escapeByte) && !body.includes(0)) return { body, charset: 'utf-8' }
  const decoder = declared ? decoderOf(declared) : null
  if (!decoder || decoder.encoding === 'utf-8') return { body, charset: null }
  return { body: Buffer.concat([utf8Mark, Buffer.from(decoder.decode(body))]), charset: 'utf-8' }
}

/** The text of a web page, for its title and links. */
export function decodeHtml({ body, charset }: ReadableBody): string {
  const head = body.toString('latin1', 0, 4_096)
  const named = charset ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  return (decoderOf(named ?? '') ?? new TextDecoder('windows-1252')).decode(body)
}

function byteOrderMark(body: Buffer): string | null {
  if (body.subarray(0, 3).equals(utf8Mark)) return 'utf-8'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return null
}

function decoderOf(name: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(name)
  } catch {
    return null
  }
}
