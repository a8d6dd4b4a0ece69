import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim } from './claim.ts'
import { EngineError } from './errors.ts'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'
import { endGroup } from './processes.ts'

export interface EngineUrls {
  KAFKA_BROKERS: string
  ELASTICSEARCH_URL: string
  MONGODB_URL: string
  REDIS_URL: string
  EMBEDDING_MODEL_DIR: string
}

/** What runs on a data folder, for other processes and for the next start. */
interface State {
  owner: ProcessIdentity
  processes: (ProcessIdentity & { name: string })[]
  /** Filled when all of them are ready. */
  urls: Partial<EngineUrls> | null
}

export interface StateFile {
  record(started: ProcessIdentity & { name: string }): void
  ready(urls: Partial<EngineUrls>): void
  release(): void
}

/** The addresses of the engines that a living process runs on this data folder; null when there are none, or not yet. */
export function findRunningEngines(dataDir: string): Partial<EngineUrls> | null {
  const state = readState(dataDir)
  return state !== null && isAlive(state.owner) ? state.urls : null
}

/** Takes the data folder for this process, and ends what a former run on it left behind. */
export async function takeDataFolder(dataDir: string, log: (line: string) => void): Promise<StateFile> {
  mkdirSync(dataDir, { recursive: true })
  const taken = claim(join(dataDir, 'engines.lock'))
  if ('heldBy' in taken) {
    throw new EngineError(
      `Another start (process ${taken.heldBy.pid}) uses the data in ${dataDir}. Stop it first, or set LECTERN_DATA to another folder.`,
    )
  }
  const path = stateFile(dataDir)
  await endLeftovers(readState(dataDir), log)
  const owner = identify(process.pid) ?? { pid: process.pid, born: '' }
  const state: State = { owner, processes: [], urls: null }
  const save = () => {
    writeFileSync(`${path}.new`, JSON.stringify(state, null, 2))
    renameSync(`${path}.new`, path)
  }
  save()
  return {
    record({ name, pid, born }) {
      state.processes.push({ name, pid, born })
      save()
    },
    ready(urls) {
      state.urls = urls
      save()
    },
    release() {
      rmSync(path, { force: true })
      taken.release()
    },
  }
}

async function endLeftovers(state: State | null, log: (line: string) => void): Promise<void> {
  const leftovers = (state?.processes ?? []).filter(isAlive)
  await Promise.all(
    leftovers.map(async (leftover) => {
      log(`${leftover.name}: ending process ${leftover.pid}, left by an earlier run`)
      await endGroup(leftover, untilGone(leftover), 10_000)
    }),
  )
}

async function untilGone(identity: ProcessIdentity): Promise<void> {
  while (isAlive(identity)) await sleep(50)
}

function readState(dataDir: string): State | null {
  const path = stateFile(dataDir)
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as State
  } catch {
    return null
  }
}

function stateFile(dataDir: string): string {
  return join(dataDir, 'engines.json')
}
