import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine, EngineContext } from './engine.ts'
import { installed } from './install.ts'
import { fetchJars } from './maven.ts'
import { choosePorts } from './ports.ts'
import { untilReady } from './processes.ts'

const VERSION = '4.3.1'
const POM = fileURLToPath(new URL('../java/kafka/pom.xml', import.meta.url))
const LOGGING = fileURLToPath(new URL('../java/kafka/log4j2.properties', import.meta.url))
const MEMORY = ['-Xms96m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:MaxMetaspaceSize=128m', '-XX:ReservedCodeCacheSize=64m']
// After kill -9 it reads its logs again, which took 15 s on two cores.
const READY_WITHIN_S = 120

/** Apache Kafka: one node in KRaft mode, broker and controller in one process. */
export const kafka: Engine = {
  title: 'Kafka',

  async start({ port, dataDir, logs, processes, log, jdk, maven }: EngineContext) {
    const java = join(await jdk(), 'bin', 'java')
    const jars = await fetchKafka({ processes, logs, log, jdk, maven })
    const { controller } = await choosePorts({ controller: { setting: 'KAFKA_PORT' } })
    mkdirSync(dataDir, { recursive: true })
    const properties = join(dataDir, 'server.properties')
    const logDir = join(dataDir, 'log')
    writeFileSync(properties, serverProperties({ port, controller, logDir }))

    if (!existsSync(join(logDir, 'meta.properties'))) {
      const clusterId = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
      const args = [
        '-cp',
        jars,
        'kafka.tools.StorageTool',
        'format',
        `--cluster-id=${clusterId}`,
        '--config',
        properties,
      ]
      const logFile = join(logs, 'kafka-format.log')
      await processes.run('Kafka', { command: java, args, logFile }, 'Kafka could not prepare its data folder.')
    }
    const logFile = join(logs, 'kafka.log')
    const args = [...MEMORY, `-Dlog4j2.configurationFile=file:${LOGGING}`, '-cp', jars, 'kafka.Kafka', properties]
    const running = processes.start('Kafka', { command: java, args, cwd: dataDir, logFile })
    await untilReady(running, () => running.printed().includes('Kafka Server started'), READY_WITHIN_S, logFile)
  },
}

async function fetchKafka({
  processes,
  logs,
  log,
  jdk,
  maven,
}: Pick<EngineContext, 'processes' | 'logs' | 'log' | 'jdk' | 'maven'>): Promise<string> {
  const folder = await installed({
    folder: `kafka-${VERSION}`,
    needsMb: 300,
    log,
    async install({ result, scratch }) {
      log('fetching (45 MB, once)')
      await maven()
      const logFile = join(logs, 'kafka-fetch.log')
      await fetchJars(POM, result, { processes, javaHome: await jdk(), scratch, logFile, log })
    },
  })
  return join(folder, '*')
}

function serverProperties(place: { port: number; controller: number; logDir: string }): string {
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${place.controller}`,
    listeners: `PLAINTEXT://127.0.0.1:${place.port},CONTROLLER://127.0.0.1:${place.controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${place.port}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': place.logDir,
    'num.partitions': 3,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 8,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 8,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'min.insync.replicas': 1,
    'num.network.threads': 2,
    'num.io.threads': 4,
    // 128 MB by default, which is a third of this heap.
    'log.cleaner.dedupe.buffer.size': 16 * 1024 * 1024,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
