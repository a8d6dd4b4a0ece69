import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { testSpace } from '@lectern/testing'
import mongoose from 'mongoose'
import { gridFsBlobs, removeBlobs } from '../src/index.ts'

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

test('what lies under a prefix is listed in order, by its age, and removed, what was cut short too', async () => {
  const keys = ['7/a', '7/b', '70/a', '8/a']
  for (const key of keys) await blobs.put(key, Readable.from([content.subarray(0, 10)]))
  await connection.collection('fs.files').deleteOne({ _id: '7/b' as never })
  assert.deepEqual(await blobs.list('7/'), ['7/a', '7/b'])
  assert.deepEqual(await blobs.list('', { after: '7/b' }), (await blobs.list('')).slice(2))
  assert.deepEqual(await blobs.list('7/', { before: new Date(Date.now() - 60_000) }), [])
  assert.deepEqual(await blobs.list('7/', { before: new Date(Date.now() + 60_000) }), ['7/a', '7/b'])
  assert.equal(await removeBlobs(blobs, '7/', AbortSignal.timeout(10_000)), true)
  assert.deepEqual(await blobs.list('7'), ['70/a'])
  assert.deepEqual([await pieces('7/b'), await files('7/a')], [0, 0])
})
