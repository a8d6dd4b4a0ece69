import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { EventPayload } from '@lectern/contracts/events'
import { testBus, testSpace, until } from '@lectern/testing'
import fastify from 'fastify'
import type { KafkaMessage } from 'kafkajs'
import { createBus, deadLetters, type IncomingEvent, kafkaClient, topicName } from '../src/index.ts'

const space = testSpace()
const log = fastify().log
const outside = await testBus(space.config)
const handled: IncomingEvent<'kb.changed'>[] = []
let handle: (event: IncomingEvent<'kb.changed'>) => void = () => {}

const bus = await createBus({ config: space.config, service: 'chat', log })
await bus.consume({
  'kb.changed': async (event) => {
    handle(event)
    handled.push(event)
  },
})

const topic = topicName(space.namespace, 'kb')
const kafka = kafkaClient(space.config.KAFKA_BROKERS, 'tests', log)
const producer = kafka.producer()
await producer.connect()
const dead: KafkaMessage[] = []
const deadReader = kafka.consumer({ groupId: `${space.namespace}.dead`, maxWaitTimeInMs: 100 })
await deadReader.connect()
await deadReader.subscribe({ topics: [deadLetters(topic)], fromBeginning: true })
await deadReader.run({ eachMessage: async ({ message }) => void dead.push(message) })

after(async () => {
  await Promise.all([bus.close(), outside.close(), producer.disconnect(), deadReader.disconnect()])
  await space.remove()
})

const send = (aggregateId: string, version = 1, payload = { name: 'Handbook' }) =>
  outside.send('kb.changed', { orgId: 7, aggregateId, version }, payload)
const of = (aggregateId: string) => handled.filter((event) => event.aggregateId === aggregateId)
const deadOf = (aggregateId: string) => dead.filter(({ key }) => key?.toString() === aggregateId)

describe('an event', () => {
  test('arrives as it was sent', async () => {
    const sent = await send('chat-1', 3)
    const [event] = await until('the event', () => of('chat-1').length > 0 && of('chat-1'))
    const { payload, ...envelope } = event ?? assert.fail('no event')
    const { payload: _, ...expected } = sent
    assert.deepEqual(envelope, expected)
    assert.equal((payload as EventPayload<'kb.changed'>).name, 'Handbook')
  })

  test('arrives in order within its aggregate', async () => {
    for (let version = 1; version <= 20; version++) await send('chat-2', version)
    await until('all', () => of('chat-2').length === 20)
    assert.deepEqual(
      of('chat-2').map(({ version }) => version),
      Array.from({ length: 20 }, (_, n) => n + 1),
    )
  })

  test('that nobody here handles is passed over', async () => {
    await outside.send('kb.deleted', { orgId: 7, aggregateId: 'chat-3' }, {})
    await send('chat-3', 2)
    await until('the next', () => of('chat-3').length === 1)
    assert.equal(deadOf('chat-3').length, 0)
  })
})

describe('what goes wrong', () => {
  test('for a moment is tried again', async () => {
    let tries = 0
    handle = ({ aggregateId }) => {
      if (aggregateId === 'chat-4' && ++tries < 3) throw new Error('not yet')
    }
    await send('chat-4')
    await until('the event', () => of('chat-4').length === 1)
    assert.equal(tries, 3)
    assert.equal(deadOf('chat-4').length, 0)
  })

  test('for good is put with the dead letters, and what follows goes on', async () => {
    let tries = 0
    handle = ({ version }) => {
      if (version !== 1) return
      tries++
      throw new Error('never')
    }
    const bad = await send('chat-5', 1)
    await send('chat-5', 2)
    await until('the next', () => of('chat-5').length === 1, 30_000)
    assert.equal(of('chat-5')[0]?.version, 2)
    assert.equal(tries, 5)
    const [letter] = await until('the dead letter', () => deadOf('chat-5').length > 0 && deadOf('chat-5'))
    assert.equal(letter?.headers?.reason?.toString(), 'never')
    assert.equal(letter?.headers?.service?.toString(), 'chat')
    assert.ok(!Number.isNaN(Date.parse(String(letter?.headers?.time))))
    assert.ok(letter?.value?.includes(bad.id), 'the event itself is kept')
  })

  test('because an engine is away is tried until it is back, and never lost', async () => {
    let tries = 0
    handle = ({ aggregateId }) => {
      if (aggregateId === 'chat-6' && ++tries <= 6)
        throw Object.assign(new Error('away'), { name: 'MongoServerSelectionError' })
    }
    await send('chat-6')
    await until('the event', () => of('chat-6').length > 0, 60_000)
    assert.ok(tries > 6)
    assert.equal(deadOf('chat-6').length, 0)
  })

  test('because an engine is away, told by an error of the language itself, ends no consumer', async () => {
    let tries = 0
    handle = ({ aggregateId }) => {
      if (aggregateId !== 'chat-8' || ++tries > 6) return
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
    }
    await send('chat-8')
    await until('the event', () => of('chat-8').length > 0, 60_000)
    assert.equal(deadOf('chat-8').length, 0)
    await until('the consumer says so', () => bus.isUp())
  })

  test('in the writing is put with the dead letters at once', async () => {
    handle = () => {}
    const garbage = Buffer.from('no event at all')
    await producer.send({ topic, messages: [{ key: 'chat-7', value: garbage }] })
    await producer.send({ topic, messages: [{ key: 'chat-7', value: Buffer.alloc(0) }] })
    await send('chat-7')
    await until('the next', () => of('chat-7').length === 1)
    await until('both letters', () => deadOf('chat-7').length === 2)
    assert.deepEqual(deadOf('chat-7')[0]?.value, garbage)
    assert.match(String(deadOf('chat-7')[1]?.headers?.reason), /unknown event type/)
  })
})
