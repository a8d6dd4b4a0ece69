import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gridFsBlobs } from '@lectern/blobs'
import { type ServiceProcess, startClaude, startEmbedder, startService, testBus, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { startBalancer } from '../balancer.ts'
import { startAround } from '../services.ts'

const [claude, embedder, balancer] = await Promise.all([
  // An answer takes 2 s: longer than what comes in while nobody new is sent.
  startClaude({ tokens: 40, tokenEveryMs: 50 }),
  startEmbedder(),
  startBalancer(),
])
const settings = {
  ...embedder.settings,
  ANTHROPIC_API_KEY: 'test',
  ANTHROPIC_BASE_URL: claude.url,
  LECTERN_FREE_CHATS: '100000',
  DRAIN_SECONDS: '1',
}
const around = await startAround(['ingestion'], { settings, addresses: { chat: balancer.url } })
const startChat = async (): Promise<ServiceProcess> => {
  const instance = await startService('chat', around.env)
  balancer.add(instance.url)
  return instance
}
const instances = [await startChat(), await startChat()]
const outside = await testBus(around.space.config, ['document.ingested'])
const connection = await mongoose
  .createConnection(around.env.MONGODB_URL ?? '', { dbName: `${around.space.namespace.replaceAll('-', '_')}_blobs` })
  .asPromise()

after(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await Promise.all([balancer.close(), outside.close(), connection.close()])
  await around.stop()
  await Promise.all([claude.close(), embedder.close()])
})

/** Asks one question to the end of its answer. */
async function ask(headers: Record<string, string>, stream: boolean) {
  const answer = await fetch(`${around.gateway.url}/api/w/messages`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: stream ? 'text/event-stream' : 'application/json',
    },
    body: JSON.stringify({ prompt: 'When does the library open?', kb_id: 'chat-1' }),
  })
  const text = await answer.text()
  const isWhole = stream ? text.includes('event: done') : text.includes('"type":"answer"')
  return answer.status === 200 && isWhole ? null : `${answer.status} ${text.slice(-300)}`
}

test('while the instances of a service are replaced one by one, no question fails and no answer breaks off', async () => {
  await gridFsBlobs(connection).put('1/file-1', Readable.from([Buffer.from('The library opens at nine.')]))
  await outside.send(
    'kb.changed',
    { orgId: 1, aggregateId: 'chat-1' },
    { unqid: 'public-1', name: 'Hours', isReady: true },
  )
  const file = { kbId: 'chat-1', name: 'hours.txt', blobKey: '1/file-1' }
  await outside.send('document.uploaded', { orgId: 1, aggregateId: 'file-1' }, file)
  await until('the document to be read', () => outside.received.length > 0)
  const headers = await around.signIn()
  await until('the chat to answer', async () => (await ask(headers, false)) === null)

  let replaced = false
  let asked = 0
  const failures: string[] = []
  const reader = async (stream: boolean) => {
    while (!replaced) {
      const failure = await ask(headers, stream).catch((error) => String(error.cause ?? error))
      asked++
      if (failure) failures.push(failure)
      await pause(Math.random() * 50)
    }
  }
  const readers = Array.from({ length: 10 }, (_, n) => reader(n % 2 === 0))
  for (const index of instances.keys()) {
    const newer = await startChat()
    const older = instances[index] as ServiceProcess
    await older.stop()
    balancer.remove(older.url)
    instances[index] = newer
  }
  replaced = true
  await Promise.all(readers)
  assert.deepEqual(failures, [])
  assert.ok(asked > 20, `${asked} were asked`)
})
