import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testSpace } from '@lectern/testing'
import fastify from 'fastify'
import { Schema } from 'mongoose'
import { connectMongo, createApp } from '../src/index.ts'

const space = testSpace()
const log = fastify().log
const store = new URL(space.config.MONGODB_URL)

/** Stands between a service and the store, and keeps still until it is told to let through. */
let letsThrough = false
const between = createServer((socket) => {
  socket.on('error', () => {})
  if (!letsThrough) return
  const further = connect(Number(store.port), store.hostname)
  further.on('error', () => socket.destroy())
  socket.on('close', () => further.destroy())
  socket.pipe(further).pipe(socket)
})
between.listen(0, '127.0.0.1')
await once(between, 'listening')
after(async () => {
  between.close()
  await space.remove()
})

test('a database that answers late is waited for, and what was asked of it meanwhile is done', async () => {
  const url = new URL(store)
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`
  url.searchParams.set('directConnection', 'true')
  const connecting = connectMongo(url.href, `${space.namespace}_knowledge`, log)
  // Longer than a connection is tried for.
  await pause(6000)
  letsThrough = true
  const db = await connecting
  const Things = db.model('Thing', new Schema({ name: { type: String, unique: true } }))
  await Things.init()
  assert.equal(db.readyState, 1)
  assert.ok((await Things.listIndexes()).some(({ unique }) => unique))
  await db.close()
})

test('a service may take longer to prepare than frameworks allow by default', async () => {
  const app = await createApp('slow', { LOG_LEVEL: 'fatal' })
  app.preparation.push(() => pause(10_500))
  await app.ready()
  await app.close()
})
