import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { gridFsBlobs } from '@lectern/blobs'
import { fieldMessages, limits } from '@lectern/contracts'
import type { CallError } from '@lectern/service'
import { testSpace } from '@lectern/testing'
import { encode } from 'bmp-ts'
import mongoose from 'mongoose'
import sharp from 'sharp'
import { keepImage, removeImage } from '../src/index.ts'

const space = testSpace()
const db = mongoose.createConnection(space.config.MONGODB_URL, {
  dbName: `${space.namespace.replaceAll('-', '_')}_blobs`,
})
const blobs = gridFsBlobs(db)

after(async () => {
  await db.close()
  await space.remove()
})

const keyOf = (url: string) => url.slice('/api/w/images/'.length)
const red = { r: 220, g: 20, b: 30 }
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } })
const kept = async (bytes: Buffer) => {
  const url = await keepImage(blobs, bytes)
  return sharp(await buffer(await blobs.open(keyOf(url))))
}
const bmp = (width: number, height: number, bitPP: 24 | 32) => {
  const data = Buffer.alloc(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([255, red.b, red.g, red.r], at)
  return Buffer.from(encode({ width, height, data, bitPP }).data)
}

describe('a picture', () => {
  for (const [kind, make] of [
    ['PNG', () => picture(1200, 600).png().toBuffer()],
    ['JPG', () => picture(1200, 600).jpeg().toBuffer()],
    ['GIF', () => picture(1200, 600).gif().toBuffer()],
    ['WebP', () => picture(1200, 600).webp().toBuffer()],
    ['BMP of 24 bits', async () => bmp(1200, 600, 24)],
    ['BMP of 32 bits', async () => bmp(1200, 600, 32)],
  ] as const)
    test(`of kind ${kind} is drawn anew, 500 pixels at most`, async () => {
      const image = await kept(await make())
      const { format, width, height } = await image.metadata()
      assert.deepEqual({ format, width, height }, { format: 'webp', width: limits.imagePixels, height: 250 })
      const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
      const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(middle, middle + 4)
      assert.ok(Math.abs(r - red.r) < 12 && Math.abs(g - red.g) < 12 && Math.abs(b - red.b) < 12, `${r} ${g} ${b}`)
      assert.equal(alpha, 255)
    })

  test('that is small stays so, and loses what was hidden in it', async () => {
    const bytes = await picture(40, 30)
      .withExif({ IFD0: { Copyright: 'a place and a name' } })
      .jpeg()
      .toBuffer()
    const { width, height, exif } = await (await kept(bytes)).metadata()
    assert.deepEqual({ width, height, exif }, { width: 40, height: 30, exif: undefined })
  })

  test('can be removed again, twice', async () => {
    const url = await keepImage(blobs, await picture(10, 10).png().toBuffer())
    await removeImage(blobs, url)
    await removeImage(blobs, url)
    await assert.rejects(async () => buffer(await blobs.open(keyOf(url))))
  })
})

describe('what is no picture', () => {
  const png = () => picture(100, 100).png().toBuffer()
  for (const [what, make] of [
    ['text', async () => Buffer.from('not a picture at all')],
    ['nothing', async () => Buffer.alloc(0)],
    ['half a PNG', async () => (await png()).subarray(0, 150)],
    ['two letters', async () => Buffer.from('BM')],
    [
      'a BMP that says it is huge',
      async () => {
        const bytes = bmp(10, 10, 24)
        bytes.writeInt32LE(100_000, 18)
        bytes.writeInt32LE(100_000, 22)
        return bytes
      },
    ],
    [
      'a PNG that says it is huge',
      async () => {
        const bytes = await png()
        bytes.writeUInt32BE(60_000, 16)
        bytes.writeUInt32BE(60_000, 20)
        return bytes
      },
    ],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ] as const)
    test(`is refused: ${what}`, async () => {
      await assert.rejects(keepImage(blobs, await make()), (error: CallError) => {
        assert.deepEqual(error.fields, { image: [fieldMessages.image] })
        return true
      })
    })
})
