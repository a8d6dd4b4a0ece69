import { Readable } from 'node:stream'
import type { Blobs } from '@lectern/blobs'
import { fieldMessages, imageUrl, limits } from '@lectern/contracts'
import { CallError } from '@lectern/service'
import { decode } from 'bmp-ts'
import sharp, { type Sharp } from 'sharp'

const maxPixels = 50_000_000
/** These are unpacked in this process. */
const maxBmpPixels = 10_000_000
/** How files of the kinds that are taken begin. BMP is apart: the library that draws does not read it. */
const beginnings = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF.{4}WEBP/s]

/**
 * Keeps a picture that somebody sent, drawn anew at 500 pixels at most, and answers its address. Nothing else of the
 * file that was sent is kept. `begin` is told the address before anything lies there.
 * @throws CallError invalid (field `image`)
 */
export async function keepImage(
  blobs: Blobs,
  bytes: Buffer,
  begin: (url: string) => Promise<void> = async () => {},
): Promise<string> {
  const image = await redraw(bytes)
  const key = `image-${crypto.randomUUID().replaceAll('-', '')}.webp`
  await begin(imageUrl(key))
  await blobs.put(key, Readable.from([image]))
  return imageUrl(key)
}

/** Removes the picture of an address that keepImage answered. */
export const removeImage = (blobs: Blobs, url: string): Promise<void> => blobs.delete(url.slice(imageUrl('').length))

async function redraw(bytes: Buffer): Promise<Buffer> {
  const { imagePixels: width, imagePixels: height } = limits
  try {
    return await read(bytes)
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch (cause) {
    throw new CallError('invalid', { fields: { image: [fieldMessages.image] }, cause })
  }
}

function read(bytes: Buffer): Sharp {
  const beginning = bytes.toString('latin1', 0, 26)
  if (beginning.startsWith('BM')) return readBmp(bytes)
  if (!beginnings.some((format) => format.test(beginning))) throw new Error('not a kind of picture that is taken')
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
}

function readBmp(bytes: Buffer): Sharp {
  if (Math.abs(bytes.readInt32LE(18) * bytes.readInt32LE(22)) > maxBmpPixels) throw new Error('too many pixels')
  const { data, width, height, bitPP } = decode(bytes, { toRGBA: true })
  // Only pixels of 32 bits say how opaque they are.
  if (bitPP !== 32) for (let at = 3; at < data.length; at += 4) data[at] = 255
  return sharp(data, { raw: { width, height, channels: 4 } })
}
