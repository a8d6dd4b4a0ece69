import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine, EngineContext } from './engine.ts'
import { installed } from './install.ts'
import { fetchJars } from './maven.ts'
import { untilReady } from './processes.ts'

const VERSION = '1.47.0'
const SOURCES = fileURLToPath(new URL('../java/dev-mongo/', import.meta.url))
const MEMORY = ['-Xms32m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:MaxMetaspaceSize=96m', '-XX:ReservedCodeCacheSize=48m']
const READY_WITHIN_S = 60

/** A store that speaks MongoDB's protocol, for a developer's machine; see java/dev-mongo. */
export const mongodb: Engine = {
  title: 'MongoDB',

  async start(context: EngineContext) {
    const { port, dataDir, logs, processes } = context
    const java = join(await context.jdk(), 'bin', 'java')
    const jars = await fetchLibraries(context)
    const classes = await compile(context, jars)
    mkdirSync(dataDir, { recursive: true })
    const logFile = join(logs, 'mongodb.log')
    const file = join(dataDir, 'store.mv')
    const args = [...MEMORY, '-cp', [classes, jars].join(delimiter), 'DevMongo', String(port), file]
    const running = processes.start('MongoDB', { command: java, args, cwd: dataDir, logFile })
    await untilReady(running, () => running.printed().includes('ready'), READY_WITHIN_S, logFile)
  },
}

async function fetchLibraries({ processes, logs, log, jdk, maven }: EngineContext): Promise<string> {
  const folder = await installed({
    folder: `mongo-java-server-${VERSION}`,
    needsMb: 100,
    log,
    async install({ result, scratch }) {
      log('fetching (6 MB, once)')
      await maven()
      const logFile = join(logs, 'mongodb-fetch.log')
      await fetchJars(join(SOURCES, 'pom.xml'), result, { processes, javaHome: await jdk(), scratch, logFile, log })
    },
  })
  return join(folder, '*')
}

/** The classes lie in a folder named by what they were made of, so that checkouts of different age get along. */
async function compile({ processes, logs, log, jdk }: EngineContext, jars: string): Promise<string> {
  const sources = readdirSync(SOURCES)
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(SOURCES, name))
  const hash = createHash('sha256').update(VERSION)
  for (const source of sources) hash.update(readFileSync(source))
  return await installed({
    folder: `dev-mongo-${hash.digest('hex').slice(0, 12)}`,
    needsMb: 10,
    log,
    async install({ result }) {
      const javac = join(await jdk(), 'bin', 'javac')
      const args = ['--release', '21', '-cp', jars, '-d', result, ...sources]
      const logFile = join(logs, 'mongodb-compile.log')
      await processes.run('javac', { command: javac, args, logFile }, 'The MongoDB stand-in could not be compiled.')
    },
  })
}
