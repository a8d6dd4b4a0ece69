import { randomBytes } from 'node:crypto'
import { type CommonConfig, kafkaClient } from '@lectern/service'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { keys } from './keys.ts'

type EngineUrls = {
  KAFKA_BROKERS: string
  MONGODB_URL: string
  REDIS_URL: string
  ELASTICSEARCH_URL: string
  EMBEDDING_MODEL_DIR: string
}

const silent = { level: 'silent', info() {}, warn() {}, error() {}, fatal() {}, debug() {}, trace() {} }

/** Where the running engines are. @throws Error saying how to start them */
export function engineUrls(): EngineUrls {
  const url = (name: keyof EngineUrls) => {
    const value = process.env[name]
    if (!value)
      throw new Error(
        `${name} is not set. Run the tests with \`npm test\`, or this file alone with \`npm test -- <file>\`.`,
      )
    return value
  }
  return {
    KAFKA_BROKERS: url('KAFKA_BROKERS'),
    MONGODB_URL: url('MONGODB_URL'),
    REDIS_URL: url('REDIS_URL'),
    ELASTICSEARCH_URL: url('ELASTICSEARCH_URL'),
    get EMBEDDING_MODEL_DIR() {
      return url('EMBEDDING_MODEL_DIR')
    },
  }
}

/**
 * A corner of the engines for one test file: everything it makes carries its name, and `remove` takes it all away.
 * `config` is the environment any service can be built with.
 */
export function testSpace() {
  const urls = engineUrls()
  const NAMESPACE = `test-${randomBytes(5).toString('hex')}`
  const config: CommonConfig &
    EngineUrls &
    typeof keys & {
      KAFKA_PARTITIONS: number
      LECTERN_SECRET: string
      LECTERN_RATE_LIMIT_FACTOR: number
      LECTERN_FREE_CHATS: number
      LECTERN_PUBLIC_URL: string
      MAIL_FROM: string
    } = {
    ...urls,
    ...keys,
    EMBEDDING_MODEL_DIR: process.env.EMBEDDING_MODEL_DIR ?? '',
    NAMESPACE,
    HOST: '127.0.0.1',
    KAFKA_PARTITIONS: 3,
    DRAIN_SECONDS: 0,
    STOP_SECONDS: 10,
    PORT: 0,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    LECTERN_SECRET: 'a secret of the tests only, 32 characters',
    LECTERN_RATE_LIMIT_FACTOR: 1000,
    LECTERN_FREE_CHATS: 100,
    LECTERN_PUBLIC_URL: 'http://localhost:8080',
    MAIL_FROM: 'Lectern <hello@lectern.example>',
  }
  return { namespace: NAMESPACE, config, remove: () => removeNamespace(NAMESPACE, urls) }
}

/** Takes away all that a test namespace left in the engines. Refuses any other name. */
export async function removeNamespace(namespace: string, urls: EngineUrls): Promise<void> {
  if (!/^test-[0-9a-f]+$/.test(namespace)) throw new Error(`${namespace} is not a test namespace`)
  await Promise.all([
    dropDatabases(namespace, urls),
    dropTopics(namespace, urls),
    dropKeys(namespace, urls),
    dropIndexes(namespace, urls),
  ])
}

async function dropDatabases(namespace: string, urls: EngineUrls) {
  const connection = await mongoose.createConnection(urls.MONGODB_URL).asPromise()
  const prefix = `${namespace.replaceAll('-', '_')}_`
  for (const service of ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing', 'blobs'])
    await connection.useDb(`${prefix}${service}`).dropDatabase()
  await connection.close()
}

async function dropTopics(namespace: string, urls: EngineUrls) {
  // kafkajs logs through fastify's logger; a test that cleans up has nothing to say.
  const admin = kafkaClient(urls.KAFKA_BROKERS, 'tests', silent as never).admin()
  await admin.connect()
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${namespace}.`))
  if (topics.length > 0) await admin.deleteTopics({ topics })
  await admin.disconnect()
}

async function dropKeys(namespace: string, urls: EngineUrls) {
  const redis = new Redis(urls.REDIS_URL)
  for await (const keys of redis.scanStream({ match: `${namespace}:*`, count: 1000 }))
    if (keys.length > 0) await redis.del(...keys)
  await redis.quit()
}

async function dropIndexes(namespace: string, urls: EngineUrls) {
  const answer = await fetch(`${urls.ELASTICSEARCH_URL}/_cat/indices/${namespace}-*?h=index&format=json`)
  for (const { index } of (await answer.json()) as { index: string }[])
    await fetch(`${urls.ELASTICSEARCH_URL}/${index}`, { method: 'DELETE' })
}
