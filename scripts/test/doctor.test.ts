import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deadLetters, kafkaClient, topicName } from '@lectern/service'
import { keys, testSpace } from '@lectern/testing'
import mongoose from 'mongoose'
import { examineEngines } from '../doctor/examine-engines.ts'
import { examineIndexes } from '../doctor/examine-indexes.ts'
import { examineKeys } from '../doctor/examine-keys.ts'
import { examineTopics } from '../doctor/examine-topics.ts'
import type { Finding } from '../doctor/finding.ts'

const space = testSpace()
const { config, namespace } = space
const silent = { level: 'silent', info() {}, warn() {}, error() {}, fatal() {}, debug() {}, trace() {} }
const kafka = kafkaClient(config.KAFKA_BROKERS, 'tests', silent as never)
const folder = mkdtempSync(join(tmpdir(), 'lectern-doctor-'))
const embedding = { EMBEDDING_PROVIDER: 'local' } as const

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const env = Object.fromEntries(
  Object.entries({ ...process.env, ...config }).map(([name, value]) => [name, String(value)]),
)
const run = (file: string, args: string[] = [], more: Record<string, string> = {}) =>
  new Promise<{ code: number | null; text: string }>((resolve) => {
    const child = spawn(process.execPath, [path(file), ...args], { env: { ...env, ...more } })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('exit', (code) => resolve({ code, text }))
  })

after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await space.remove()
})

const ills = (findings: Finding[]) =>
  findings.filter(({ state }) => state !== 'well').map(({ about, says }) => `${about}: ${says}`)

describe('before anything is prepared', () => {
  test('it names the topics, the indexes and the index of passages that are missing', async () => {
    const [topics] = (await examineTopics(config.KAFKA_BROKERS, namespace)).filter(({ state }) => state === 'wrong')
    assert.match(topics?.says ?? '', new RegExp(`missing: .*${namespace}\\.document\\.v1`))
    const [records, passages] = await examineIndexes(config, namespace, embedding)
    assert.match(records?.says ?? '', /missing: auth\.\w+ /)
    assert.match(passages?.says ?? '', /there is none/)
    for (const { todo } of [topics, records, passages].filter((each) => each !== undefined))
      assert.match(todo ?? '', /--prepare/)
  })
})

describe('an installation that is prepared', () => {
  test('has nothing wrong', async () => {
    const services = ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing']
    const prepared = await Promise.all(services.map((service) => run(`services/${service}/src/main.ts`, ['--prepare'])))
    assert.deepEqual(
      prepared.map(({ code }) => code),
      services.map(() => 0),
    )
    const engines = (await examineEngines(config)).filter(({ state }) => state === 'wrong')
    assert.deepEqual(engines, [])
    assert.deepEqual(ills(await examineIndexes(config, namespace, embedding)), [])
    // Prepared only: nothing runs yet.
    assert.deepEqual(ills(await examineTopics(config.KAFKA_BROKERS, namespace)), [
      'Services: not consuming: auth, billing, chat, ingestion, knowledge, org',
    ])
  })

  test('that lost an index is told which', async () => {
    const connection = await mongoose
      .createConnection(config.MONGODB_URL, { dbName: `${namespace.replaceAll('-', '_')}_knowledge` })
      .asPromise()
    await connection.collection('chats').dropIndex('unqid_1')
    await connection.close()
    assert.deepEqual(ills(await examineIndexes(config, namespace, embedding)), [
      'MongoDB: indexes: missing: knowledge.chats {"unqid":1}',
    ])
  })

  test('whose embedder was changed is told which one made its passages', async () => {
    const other = { EMBEDDING_PROVIDER: 'voyage', EMBEDDING_MODEL: 'voyage-4' } as const
    const [, passages] = await examineIndexes(config, namespace, other)
    assert.equal(passages?.state, 'mind')
    assert.match(passages?.says ?? '', /built with local\/e5-small-v2-centered, but voyage\/voyage-4 is set/)
  })

  test('with dead letters is told how to put them back', async () => {
    const topic = topicName(namespace, 'document')
    const producer = kafka.producer()
    await producer.connect()
    await producer.send({ topic: deadLetters(topic), messages: [{ value: 'broken' }] })
    await producer.disconnect()
    const found = (await examineTopics(config.KAFKA_BROKERS, namespace)).find(({ about }) => about === 'Dead letters')
    assert.equal(found?.says, `1 of ${topic}`)
    assert.match(found?.todo ?? '', new RegExp(`npm run replay -- ${topic}`))
  })

  test('whose states would be deleted by time is told so', async () => {
    const admin = kafka.admin()
    await admin.connect()
    const name = topicName(namespace, 'kb')
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: 2, name, configEntries: [{ name: 'cleanup.policy', value: 'delete' }] }],
    })
    await admin.disconnect()
    const found = await examineTopics(config.KAFKA_BROKERS, namespace)
    assert.ok(ills(found).includes(`Kafka: topics: ${name} is not compacted`), ills(found).join('\n'))
  })
})

describe('engines', () => {
  test('that are away or not named are said to be, each with its setting', async () => {
    const away = { MONGODB_URL: 'mongodb://127.0.0.1:9/', ELASTICSEARCH_URL: 'http://127.0.0.1:9' }
    const found = await examineEngines(away)
    const of = (name: string) => found.find(({ about }) => about === name)
    assert.match(of('MongoDB')?.says ?? '', /does not answer/)
    assert.match(of('Elasticsearch')?.todo ?? '', /ELASTICSEARCH_URL/)
    assert.match(of('Redis')?.says ?? '', /REDIS_URL is not set/)
    const [kafkaAway] = await examineTopics('127.0.0.1:9', namespace)
    assert.match(kafkaAway?.says ?? '', /does not answer/)
  })

  test('whose clock differs from this machine’s are found', async () => {
    const found = await examineEngines(config, () => Date.now() + 60_000)
    for (const name of ['MongoDB', 'Elasticsearch', 'Redis'])
      assert.equal(found.find(({ about }) => about === `${name}: clock`)?.says, 'differs by 60 s from here')
  })
})

describe('keys', () => {
  const good = {
    ...keys,
    LECTERN_SECRET: 'x'.repeat(32),
    ANTHROPIC_API_KEY: 'key',
    LECTERN_PUBLIC_URL: 'https://chat.example.com',
  }

  test('that are right are well', async () => {
    assert.deepEqual(ills(await examineKeys(good, null)), [])
  })

  test('that are missing, too short or of two pairs are named', async () => {
    assert.match(ills(await examineKeys({}, null)).join(), /LECTERN_SECRET: is not set.*Signing keys/)
    assert.deepEqual(ills(await examineKeys({ ...good, LECTERN_SECRET: 'short' }, null)), [
      'LECTERN_SECRET: is too short',
    ])
    assert.match(
      ills(await examineKeys({ ...good, LECTERN_JWKS: '{"keys":[]}' }, null)).join(),
      /is not known by LECTERN_JWKS/,
    )
  })

  test('that others can read, and sessions without TLS, are named', async () => {
    const file = join(folder, 'secrets.json')
    writeFileSync(file, '{}')
    chmodSync(file, 0o644)
    assert.match(ills(await examineKeys(good, file)).join(), /can be read by others/)
    chmodSync(file, 0o600)
    assert.deepEqual(ills(await examineKeys(good, file)), [])
    assert.match(
      ills(await examineKeys({ ...good, LECTERN_PUBLIC_URL: 'http://chat.example.com' }, null)).join(),
      /is not https/,
    )
  })
})

test('the command says what is wrong, what to do, and ends with 1', async () => {
  const { code, text } = await run('scripts/doctor.ts', [], { REDIS_URL: 'redis://127.0.0.1:9', LECTERN_DATA: folder })
  assert.equal(code, 1)
  assert.match(text, /✖ Redis: does not answer.*\n {4}See that it runs, and that REDIS_URL is right\./)
  assert.match(text, /things? (is|are) wrong\.$/m)
})
