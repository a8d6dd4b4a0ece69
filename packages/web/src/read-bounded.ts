import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { WebError } from './web-error.ts'

export type Bounds = {
  /** Most bytes to take, before and after decoding. */
  maxBytes: number
  /** Whether to give what fits when there is more, instead of a `WebError`. */
  cut?: boolean
  signal?: AbortSignal
}

/** The encodings that `readBounded` undoes, as they are asked for. */
export const acceptedEncodings = 'gzip, deflate, br'

/** Reads a body and undoes its content encoding. @throws WebError too_large, server_error */
export async function readBounded(
  source: Readable,
  encoding: string,
  { maxBytes, cut = false, signal }: Bounds,
): Promise<Buffer> {
  const decoder = decoderOf(encoding)
  const over = tooLarge(maxBytes)
  const parts: Buffer[] = []
  let size = 0

  // A compressed body may be endless and come to nothing, or be small and come to gigabytes.
  async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let received = 0
    for await (const part of bytes) {
      received += part.length
      if (received > maxBytes) throw over
      yield part
    }
  }
  async function keep(bytes: AsyncIterable<Buffer>): Promise<void> {
    for await (const part of bytes) {
      const room = maxBytes - size
      parts.push(part.subarray(0, room))
      size += Math.min(part.length, room)
      if (part.length > room) throw over
    }
  }

  try {
    if (decoder) await pipeline(source, bounded, decoder, keep, { signal })
    else await pipeline(source, keep, { signal })
  } catch (error) {
    if (error !== over || !cut) throw error
  }
  return Buffer.concat(parts)
}

export function tooLarge(maxBytes: number): WebError {
  const size = Math.floor(maxBytes / (1024 * 1024))
  if (size === 0) return new WebError('too_large')
  const message = `This page has more than ${size} MB and is too large to fetch. Save it from your browser, split it and upload the parts.`
  return new WebError('too_large', { message })
}

function decoderOf(encoding: string) {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new WebError('server_error', { temporary: false, cause: new Error(`content encoding ${encoding}`) })
  }
}
