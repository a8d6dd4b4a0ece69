import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { testSpace } from '@lectern/testing'
import mongoose from 'mongoose'
import { gridFsBlobs } from '../src/index.ts'

const space = testSpace()
const dbName = `${space.namespace.replaceAll('-', '_')}_blobs`
const connection = await mongoose.createConnection(space.config.MONGODB_URL, { dbName }).asPromise()
const blobs = gridFsBlobs(connection)
after(async () => {
  await connection.close()
  await space.remove()
})

const pieces = (key: string) => connection.collection('fs.chunks').countDocuments({ files_id: key as never })
const files = (key: string) => connection.collection('fs.files').countDocuments({ _id: key as never })
const content = randomBytes(1_000_000)

async function* parts(count: number, error?: Error) {
  for (let part = 0; part < count; part++) yield content.subarray(part * 1000, (part + 1) * 1000)
  if (error) throw error
}

test('what is kept is given back byte by byte, whatever the size', async () => {
  for (const size of [0, 1, 255 * 1024, content.length]) {
    await blobs.put(`size-${size}`, Readable.from([content.subarray(0, size)]))
    assert.deepEqual(await buffer(await blobs.open(`size-${size}`)), content.subarray(0, size))
  }
})

test('a stream that fails leaves nothing', async () => {
  await assert.rejects(blobs.put('broken', Readable.from(parts(600, new Error('the sender went')))), /the sender went/)
  assert.deepEqual([await pieces('broken'), await files('broken')], [0, 0])
})

test('one that is called off leaves nothing', async () => {
  const off = new AbortController()
  const endless = Readable.from(
    (async function* () {
      for (;;) {
        yield content.subarray(0, 100_000)
        if ((await pieces('endless')) > 2) off.abort()
      }
    })(),
  )
  await assert.rejects(blobs.put('endless', endless, off.signal), { name: 'AbortError' })
  assert.deepEqual([await pieces('endless'), await files('endless')], [0, 0])
})

test('what is deleted is gone, and deleting what is not there is no error', async () => {
  await blobs.put('gone', Readable.from(parts(600)))
  await blobs.delete('gone')
  await blobs.delete('gone')
  await blobs.delete('never there')
  assert.deepEqual([await pieces('gone'), await files('gone')], [0, 0])
  await assert.rejects(async () => buffer(await blobs.open('gone')), /FileNotFound/)
})
