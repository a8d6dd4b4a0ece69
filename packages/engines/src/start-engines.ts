import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasContainerEngine, startContainers } from './containers.ts'
import { elasticsearch } from './elasticsearch.ts'
import { embeddingModel } from './embedding-model.ts'
import type { Engine, EngineName } from './engine.ts'
import { EngineError, messageOf } from './errors.ts'
import { checkGiven } from './given.ts'
import { checkSpace } from './install.ts'
import { requireJdk } from './java.ts'
import { kafka } from './kafka.ts'
import { requireMaven } from './maven.ts'
import { mongodb } from './mongodb.ts'
import { choosePorts, portFrom } from './ports.ts'
import { createProcesses } from './processes.ts'
import { redis } from './redis.ts'
import { type EngineUrls, type StateFile, takeDataFolder } from './state.ts'

const STOP_WITHIN_MS = 20_000
const DATA_NEEDS_MB = 1000

interface Known {
  engine: Engine
  setting: Exclude<keyof EngineUrls, 'EMBEDDING_MODEL_DIR'>
  portSetting: string
  url: (port: number) => string
}

// Elasticsearch is first because it takes longest.
const KNOWN: Record<EngineName, Known> = {
  elasticsearch: {
    engine: elasticsearch,
    setting: 'ELASTICSEARCH_URL',
    portSetting: 'ELASTICSEARCH_PORT',
    url: (port) => `http://127.0.0.1:${port}`,
  },
  kafka: {
    engine: kafka,
    setting: 'KAFKA_BROKERS',
    portSetting: 'KAFKA_PORT',
    url: (port) => `127.0.0.1:${port}`,
  },
  mongodb: {
    engine: mongodb,
    setting: 'MONGODB_URL',
    portSetting: 'MONGODB_PORT',
    url: (port) => `mongodb://127.0.0.1:${port}/?replicaSet=rs0&directConnection=true`,
  },
  redis: {
    engine: redis,
    setting: 'REDIS_URL',
    portSetting: 'REDIS_PORT',
    url: (port) => `redis://127.0.0.1:${port}`,
  },
}

export interface StartOptions {
  /** Data and logs of the engines; what is in it survives a restart. */
  dataDir: string
  /** The engines wanted; all, and the embedding model, by default. */
  only?: (EngineName | 'embedder')[]
  /** Gets one line for each step. */
  log: (line: string) => void
  /** Ports to use instead of KAFKA_PORT, ELASTICSEARCH_PORT, MONGODB_PORT and REDIS_PORT, or free ones. */
  ports?: Partial<Record<EngineName, number>>
  /** Where settings are read; the environment by default. */
  env?: NodeJS.ProcessEnv
  /** Ends the start: everything is stopped and an EngineError is thrown. */
  signal?: AbortSignal
}

export interface Engines {
  /** The settings that services need; those of engines that were not wanted are missing. */
  urls: Partial<EngineUrls>
  /** Stops what was started here, within half a minute. */
  stop(): Promise<void>
}

/**
 * Makes Kafka, Elasticsearch, MongoDB, Redis and the embedding model available: those whose address is set are used, the
 * others run as containers where a container engine answers, and else as packages. Throws an EngineError, with nothing
 * left running, when one of them cannot be had.
 */
export async function startEngines(options: StartOptions): Promise<Engines> {
  const { log, env = process.env, signal } = options
  const dataDir = resolve(options.dataDir)
  const wanted = new Set(options.only ?? [...(Object.keys(KNOWN) as EngineName[]), 'embedder'])
  const urls: Partial<EngineUrls> = {}
  const own: EngineName[] = []
  for (const name of Object.keys(KNOWN) as EngineName[]) {
    if (!wanted.has(name)) continue
    const given = env[KNOWN[name].setting]
    if (given) urls[KNOWN[name].setting] = given
    else own.push(name)
  }
  const givenModel = env.EMBEDDING_MODEL_DIR
  if (wanted.has('embedder') && givenModel) urls.EMBEDDING_MODEL_DIR = givenModel
  const needsModel = wanted.has('embedder') && !givenModel && (env.EMBEDDING_PROVIDER || 'local') === 'local'
  for (const { setting, engine } of Object.values(KNOWN)) {
    const given = urls[setting]
    if (given !== undefined) await checkGiven(setting, given, engine.title)
  }

  const logs = join(dataDir, 'logs')
  mkdirSync(logs, { recursive: true })
  let state: StateFile | undefined
  const processes = createProcesses((started) => state?.record(started))
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    signal?.removeEventListener('abort', abort)
    await processes.stopAll(STOP_WITHIN_MS)
    await Promise.all(stops.map((stopMore) => stopMore()))
    state?.release()
  }
  const abort = () => void processes.stopAll(STOP_WITHIN_MS)
  const maven = once(() => requireMaven(processes, logs))
  signal?.addEventListener('abort', abort)

  try {
    signal?.throwIfAborted()
    if (own.length > 0) state = await takeDataFolder(dataDir, log)
    const work: Promise<void>[] = []
    if (own.length > 0) work.push(startOwn(own))
    if (needsModel) work.push(prepareModel())
    await Promise.all(work)
    state?.ready(urls)
    return { urls, stop }
  } catch (error) {
    await stop()
    throw error instanceof EngineError || !signal?.aborted ? error : new EngineError('Stopped while starting.')
  }

  async function startOwn(names: EngineName[]): Promise<void> {
    checkSpace(dataDir, DATA_NEEDS_MB)
    const wantedPorts = names.map((name) => {
      const setting = KNOWN[name].portSetting
      return [name, { port: options.ports?.[name] ?? portFrom(env, setting), setting }] as const
    })
    const ports: Partial<Record<EngineName, number>> = await choosePorts(Object.fromEntries(wantedPorts))
    if (await hasContainerEngine()) {
      log('Engines: starting containers (the images are fetched the first time)')
      stops.push(await startContainers(ports, dataDir, logs, processes))
    } else await startPackages(ports)
    for (const name of names) urls[KNOWN[name].setting] = KNOWN[name].url(ports[name] ?? 0)
  }

  async function startPackages(ports: Partial<Record<EngineName, number>>): Promise<void> {
    const jdk = once(() => requireJdk(processes, logs, (line) => log(`Java: ${line}`)))
    await Promise.all(
      Object.entries(ports).map(([name, port]) => {
        const { engine } = KNOWN[name as EngineName]
        return timed(engine.title, log, `ready on 127.0.0.1:${port}`, (tell) =>
          engine.start({ port, dataDir: join(dataDir, name), logs, processes, log: tell, jdk, maven }),
        )
      }),
    )
  }

  async function prepareModel(): Promise<void> {
    await timed('Embedding model', log, 'ready', async (tell) => {
      urls.EMBEDDING_MODEL_DIR = await embeddingModel({ processes, logs, log: tell, maven })
    })
  }
}

async function timed(
  title: string,
  log: (line: string) => void,
  done: string,
  work: (log: (line: string) => void) => Promise<void>,
): Promise<void> {
  const began = Date.now()
  try {
    await work((line) => log(`${title}: ${line}`))
  } catch (error) {
    throw new EngineError(`${title}: ${messageOf(error)}`)
  }
  log(`${title}: ${done} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= work()
    return result
  }
}
