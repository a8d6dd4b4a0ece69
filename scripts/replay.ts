/** `npm run replay -- TOPIC`: puts the dead letters of a topic back into it, in their order, and tells how many. */
import { deadLetters, kafkaClient } from '@lectern/service'
import { giveUp, runningEngines } from './running-engines.ts'

const topic = process.argv[2]
if (!topic) giveUp('Name the topic: npm run replay -- lectern.document.v1')
const { KAFKA_BROKERS } = runningEngines()
if (!KAFKA_BROKERS) giveUp('Lectern is not running here. Start it first (npm start), or set KAFKA_BROKERS.')

const quiet = {
  level: 'silent',
  info() {},
  warn: console.warn,
  error: console.error,
  debug() {},
  trace() {},
  fatal() {},
}
const kafka = kafkaClient(KAFKA_BROKERS, 'replay', quiet as never)
const source = deadLetters(topic)
const admin = kafka.admin()
await admin.connect()
if (!(await admin.listTopics()).includes(source)) {
  await admin.disconnect()
  giveUp(`There is no topic ${source}. Topics are named like lectern.document.v1.`)
}
const groupId = `${topic}.replay`
const ends = await admin.fetchTopicOffsets(source)
const [done] = await admin.fetchOffsets({ groupId, topics: [source] })
const left = new Map<number, bigint>()
for (const { partition, low, high } of ends) {
  const committed = BigInt(done?.partitions.find((each) => each.partition === partition)?.offset ?? -1)
  const from = committed > BigInt(low) ? committed : BigInt(low)
  if (BigInt(high) > from) left.set(partition, BigInt(high))
}
await admin.disconnect()

let replayed = 0
if (left.size > 0) {
  const producer = kafka.producer({ allowAutoTopicCreation: false })
  const consumer = kafka.consumer({ groupId })
  await Promise.all([producer.connect(), consumer.connect()])
  await consumer.subscribe({ topics: [source], fromBeginning: true })
  await new Promise<void>((resolve, reject) => {
    consumer.on('consumer.crash', ({ payload }) => reject(payload.error))
    void consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        const end = left.get(partition)
        if (end === undefined) return
        const { reason: _reason, service: _service, time: _time, ...headers } = message.headers ?? {}
        await producer.send({ topic, messages: [{ key: message.key, value: message.value, headers }] })
        // Committed one by one: what was put back is not put back again.
        const next = BigInt(message.offset) + 1n
        await consumer.commitOffsets([{ topic: source, partition, offset: String(next) }])
        replayed++
        if (next >= end) left.delete(partition)
        if (left.size === 0) resolve()
      },
    })
  })
  await Promise.all([consumer.disconnect(), producer.disconnect()])
}
console.log(`${replayed} ${replayed === 1 ? 'event' : 'events'} put back into ${topic}.`)
