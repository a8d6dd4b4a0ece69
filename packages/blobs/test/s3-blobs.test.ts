import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, test } from 'node:test'
import { isTemporary } from '@lectern/service'
import { startS3, until } from '@lectern/testing'
import fastify from 'fastify'
import { openBlobs, removeBlobs } from '../src/index.ts'

process.env.AWS_ACCESS_KEY_ID = 'tests'
process.env.AWS_SECRET_ACCESS_KEY = 'tests'
const s3 = await startS3()
const config = { ...s3.settings, MONGODB_URL: 'mongodb://127.0.0.1:9', NAMESPACE: 'tests' }
const store = await openBlobs(config, fastify().log)
const { blobs } = store
after(async () => {
  await store.close()
  await s3.close()
})
afterEach(() => {
  s3.state.fails = false
})

const megabyte = 1024 * 1024
const content = randomBytes(12 * megabyte)
async function* pieces(count: number, error?: Error) {
  for (let piece = 0; piece < count; piece++) yield content.subarray(piece * megabyte, (piece + 1) * megabyte)
  if (error) throw error
}

test('what is kept lies in the bucket under the namespace, and is given back byte by byte, whatever the size', async () => {
  for (const size of [0, 1, 5 * megabyte, content.length]) {
    await blobs.put(`size-${size}`, Readable.from([content.subarray(0, size)]))
    assert.deepEqual(s3.objects.get(`tests/size-${size}`)?.body, content.subarray(0, size))
    assert.deepEqual(await buffer(await blobs.open(`size-${size}`)), content.subarray(0, size))
  }
})

test('a stream that fails leaves nothing, on its first part or a later one', async () => {
  for (const count of [1, 11]) {
    const broken = Readable.from(pieces(count, new Error('the sender went')))
    await assert.rejects(blobs.put('broken', broken), /the sender went/)
    assert.deepEqual([s3.objects.has('tests/broken'), s3.openUploads()], [false, 0])
  }
})

test('one that is called off leaves nothing, and is read no further', async () => {
  const off = new AbortController()
  const endless = Readable.from(
    (async function* () {
      for (;;) {
        yield content.subarray(0, megabyte)
        if (s3.openUploads() > 0) off.abort()
      }
    })(),
  )
  await assert.rejects(blobs.put('endless', endless, off.signal), { name: 'AbortError' })
  assert.ok(endless.destroyed)
  await until('the parts to go', () => s3.openUploads() === 0)
  assert.ok(!s3.objects.has('tests/endless'))
})

test('what is deleted is gone, and deleting what is not there is no error', async () => {
  await blobs.put('gone', Readable.from(pieces(2)))
  await blobs.delete('gone')
  await blobs.delete('gone')
  await assert.rejects(blobs.open('gone'), { name: 'NoSuchKey' })
})

test('what lies under a prefix is listed in order, by its age, and removed', async () => {
  for (const key of ['7/a', '7/b', '70/a', '8/a']) await blobs.put(key, Readable.from([content.subarray(0, 10)]))
  assert.deepEqual(await blobs.list('7/'), ['7/a', '7/b'])
  assert.deepEqual(await blobs.list('7/', { after: '7/a' }), ['7/b'])
  assert.deepEqual(await blobs.list('7/', { before: new Date(Date.now() - 60_000) }), [])
  assert.deepEqual(await blobs.list('7/', { before: new Date(Date.now() + 60_000) }), ['7/a', '7/b'])
  assert.equal(await removeBlobs(blobs, '7/', AbortSignal.timeout(10_000)), true)
  assert.deepEqual(await blobs.list('7'), ['70/a'])
})

test('more than one answer holds is listed on and on, also where nothing in between is old enough', async () => {
  const at = (index: number) => `9/${String(index).padStart(4, '0')}`
  for (let index = 0; index < 1100; index++)
    s3.objects.set(`tests/${at(index)}`, { body: Buffer.of(1), at: new Date() })
  s3.objects.set(`tests/${at(1050)}`, { body: Buffer.of(1), at: new Date(0) })
  assert.equal((await blobs.list('9/')).length, 500)
  assert.deepEqual(await blobs.list('9/', { before: new Date(1000) }), [at(1050)])
  assert.equal(await removeBlobs(blobs, '9/', AbortSignal.timeout(30_000)), true)
})

test('a store that is overloaded is tried again, then held for one that is away for now', async () => {
  s3.state.fails = true
  await assert.rejects(blobs.open('size-1'), (error: Error) => isTemporary(error))
  await assert.rejects(blobs.put('later', Readable.from(pieces(1))), (error: Error) => isTemporary(error))
  s3.state.fails = false
  await blobs.put('later', Readable.from(pieces(1)))
})
