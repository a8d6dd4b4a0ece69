import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chunkIndex } from '@lectern/contracts/chunk-index'
import { kafkaClient } from '@lectern/service'
import { startEmbedder, testSpace } from '@lectern/testing'
import fastify from 'fastify'
import mongoose from 'mongoose'

const space = testSpace()
const { config, namespace } = space
const embedder = await startEmbedder()
const admin = kafkaClient(config.KAFKA_BROKERS, 'tests', fastify().log).admin()
await admin.connect()
const database = await mongoose
  .createConnection(config.MONGODB_URL, { dbName: `${namespace.replaceAll('-', '_')}_ingestion` })
  .asPromise()
after(async () => {
  await Promise.all([admin.disconnect(), database.close(), embedder.close()])
  await space.remove()
})

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const prepare = (settings: object = {}) => {
  const env = Object.entries({ ...process.env, ...config, ...embedder.settings, ...settings })
  const child = spawn(process.execPath, [main, '--prepare'], {
    env: Object.fromEntries(env.map(([name, value]) => [name, String(value)])),
    stdio: 'ignore',
  })
  return new Promise<number | null>((resolve) => child.once('exit', resolve))
}

test('prepared, it has its topics, its indexes and the index of passages, and has taken no work', async () => {
  assert.equal(await prepare({ KAFKA_PARTITIONS: 6 }), 0)
  const topic = `${namespace}.document.v1`
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
  assert.equal(topics[0]?.partitions.length, 6)
  const indexes = await database.collection('jobs').indexes()
  assert.ok(
    indexes.some(({ key }) => key.outboxAt === 1),
    'outboxAt',
  )
  const aliases = await (await fetch(`${config.ELASTICSEARCH_URL}/_alias/${chunkIndex(namespace)}`)).json()
  assert.deepEqual(Object.keys(aliases as object), [`${chunkIndex(namespace)}-v1-openai-stand-in`])
  const { groups } = await admin.listGroups()
  assert.ok(!groups.some(({ groupId }) => groupId.startsWith(namespace)), 'it consumes nothing')
})

test('again, it changes nothing and succeeds', async () => {
  assert.equal(await prepare({ KAFKA_PARTITIONS: 6 }), 0)
})

test('what cannot be prepared fails the job', async () => {
  assert.equal(await prepare({ ELASTICSEARCH_URL: 'http://127.0.0.1:9' }), 1)
})
