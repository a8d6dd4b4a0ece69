import { type Aggregate, topics } from '@lectern/contracts/events'
import { deadLetters, kafkaClient, topicName } from '@lectern/service'
import { type Finding, mind, well, wrong } from './finding.ts'

const silent = { level: 'silent', info() {}, warn() {}, error() {}, fatal() {}, debug() {}, trace() {} }
const withinMs = 8000
const farBehind = 1000
const consumers = ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing']

/** Whether Kafka answers, has the topics as they should be, and how far the services are with its events. */
export async function examineTopics(brokers: string | undefined, namespace: string): Promise<Finding[]> {
  if (!brokers)
    return [wrong('Kafka', 'KAFKA_BROKERS is not set and none runs here', 'Start Lectern, or set KAFKA_BROKERS.')]
  const admin = kafkaClient(brokers, 'doctor', silent as never, 1).admin()
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), withinMs).unref())
  try {
    return await Promise.race([look(admin, namespace), late])
  } catch (error) {
    return [
      wrong(
        'Kafka',
        `does not answer: ${(error as Error).message}`,
        'See that it runs, and that KAFKA_BROKERS is right.',
      ),
    ]
  } finally {
    await admin.disconnect().catch(() => {})
  }
}

type Admin = ReturnType<ReturnType<typeof kafkaClient>['admin']>

async function look(admin: Admin, namespace: string): Promise<Finding[]> {
  await admin.connect()
  const { brokers } = await admin.describeCluster()
  const found: Finding[] = [well('Kafka', `answers, ${brokers.length} ${brokers.length === 1 ? 'broker' : 'brokers'}`)]
  const present = new Set(await admin.listTopics())
  const names = Object.keys(topics).map((aggregate) => topicName(namespace, aggregate as Aggregate))
  const missing = [...names, ...names.map(deadLetters)].filter((name) => !present.has(name))
  if (missing.length > 0)
    return [
      ...found,
      wrong(
        'Kafka: topics',
        `missing: ${missing.join(', ')}`,
        'Start the services, or run one with --prepare: each makes them.',
      ),
    ]
  const { topics: described } = await admin.fetchTopicMetadata({ topics: names })
  const lone = described.filter(({ partitions }) => partitions.some(({ replicas }) => replicas.length < 2))
  if (brokers.length > 1 && lone.length > 0)
    found.push(
      mind(
        'Kafka: topics',
        `kept once only: ${lone.map(({ name }) => name).join(', ')}`,
        'Raise default.replication.factor to 3 and reassign their replicas.',
      ),
    )
  const outOfSync = described.filter(({ partitions }) =>
    partitions.some(({ isr, replicas }) => isr.length < replicas.length),
  )
  if (outOfSync.length > 0)
    found.push(
      wrong(
        'Kafka: replicas',
        `not in sync: ${outOfSync.map(({ name }) => name).join(', ')}`,
        'A broker is away or slow: see its log.',
      ),
    )
  if (lone.length === 0 || brokers.length === 1)
    found.push(well('Kafka: topics', `${names.length} and their dead letters`))
  return [
    ...found,
    ...(await lookAtCompaction(admin, namespace)),
    ...(await lookAtDead(admin, names)),
    ...(await lookAtLag(admin, namespace, names)),
  ]
}

/** A topic of states that were deleted by time would not bring a copy back. */
async function lookAtCompaction(admin: Admin, namespace: string): Promise<Finding[]> {
  const states = Object.entries(topics).filter(([, { keeps }]) => keeps === 'state')
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: states.map(([aggregate]) => ({
      type: 2,
      name: topicName(namespace, aggregate as Aggregate),
      configNames: ['cleanup.policy'],
    })),
  })
  return resources
    .filter(({ configEntries }) => configEntries[0]?.configValue !== 'compact')
    .map(({ resourceName }) =>
      wrong(
        'Kafka: topics',
        `${resourceName} is not compacted`,
        `Set it: kafka-configs --alter --topic ${resourceName} --add-config cleanup.policy=compact`,
      ),
    )
}

async function lookAtDead(admin: Admin, names: string[]): Promise<Finding[]> {
  const found: Finding[] = []
  for (const name of names) {
    const ends = await admin.fetchTopicOffsets(deadLetters(name))
    const replayed = await admin.fetchOffsets({ groupId: `${name}.replay`, topics: [deadLetters(name)] })
    const done = new Map(replayed[0]?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
    const count = ends.reduce(
      (sum, { partition, low, high }) => sum + Number(high) - Math.max(Number(low), done.get(partition) ?? 0),
      0,
    )
    if (count > 0)
      found.push(
        mind('Dead letters', `${count} of ${name}`, `Mend what their reason says, then: npm run replay -- ${name}`),
      )
  }
  return found
}

async function lookAtLag(admin: Admin, namespace: string, names: string[]): Promise<Finding[]> {
  const found: Finding[] = []
  const { groups } = await admin.describeGroups(consumers.map((service) => `${namespace}.${service}`))
  const idle = groups
    .filter(({ members }) => members.length === 0)
    .map(({ groupId }) => groupId.slice(namespace.length + 1))
    .sort()
  found.push(
    idle.length === 0
      ? well('Services', 'all consume events')
      : mind('Services', `not consuming: ${idle.join(', ')}`, 'Start them; their log says why if they do not stay.'),
  )
  for (const service of consumers) {
    const handled = await admin.fetchOffsets({ groupId: `${namespace}.${service}`, topics: names })
    for (const { topic, partitions } of handled) {
      const reached = new Map(
        partitions
          .filter(({ offset }) => Number(offset) >= 0)
          .map(({ partition, offset }) => [partition, Number(offset)]),
      )
      if (reached.size === 0) continue
      const lag = (await admin.fetchTopicOffsets(topic)).reduce(
        (sum, { partition, high }) => sum + Number(high) - (reached.get(partition) ?? Number(high)),
        0,
      )
      if (lag > farBehind)
        found.push(
          mind(
            'Services',
            `${service} is ${lag} events of ${topic} behind`,
            'Give it more replicas, or see its log for an event that it tries again and again.',
          ),
        )
    }
  }
  return found
}
