import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installDebianPackage } from './debian.ts'
import { EngineError } from './errors.ts'
import { onPath, type Processes } from './processes.ts'

const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'
const PROGRESS_EVERY_MS = 5000

export interface Fetching {
  processes: Processes
  /** Where it is not set Maven chooses. */
  javaHome: string | undefined
  /** Maven's own files go here: nothing is left in the user's ~/.m2. */
  scratch: string
  logFile: string
  log: (line: string) => void
}

/** Copies the jars that a pom names, with all they need, into `folder`. */
export function fetchJars(pom: string, folder: string, fetching: Fetching): Promise<void> {
  return maven(['-f', pom, `${DEPENDENCY_PLUGIN}:copy-dependencies`, `-DoutputDirectory=${folder}`], fetching)
}

/** Unpacks the parts of an archive (`group:artifact:version:type`) that match the patterns into `folder`. */
export function fetchArchive(
  artifact: string,
  { includes, excludes }: { includes: string[]; excludes: string[] },
  folder: string,
  fetching: Fetching,
): Promise<void> {
  return maven(
    [
      `${DEPENDENCY_PLUGIN}:unpack`,
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${folder}`,
      `-Dmdep.unpack.includes=${includes.join(',')}`,
      `-Dmdep.unpack.excludes=${excludes.join(',')}`,
    ],
    fetching,
  )
}

/** Fails with advice when Maven is missing and cannot be installed. */
export async function requireMaven(processes: Processes, logs: string): Promise<void> {
  if (onPath('mvn') !== null || (await installDebianPackage('maven', processes, logs))) return
  throw new EngineError(
    'Maven (mvn) is needed to fetch the engines. Install it (Debian, Ubuntu: apt-get install maven; macOS: brew install maven).',
  )
}

async function maven(goal: string[], { processes, javaHome, scratch, logFile, log }: Fetching): Promise<void> {
  const repository = join(scratch, 'repository')
  const finished = new AbortController()
  const progress = tellProgress(repository, log, finished.signal)
  try {
    await processes.run(
      'Maven',
      {
        command: 'mvn',
        args: ['--batch-mode', '--quiet', `-Dmaven.repo.local=${repository}`, ...goal],
        cwd: scratch,
        env: { ...process.env, ...(javaHome && { JAVA_HOME: javaHome }) },
        logFile,
      },
      'Maven could not fetch it. Check the network (and the proxy or mirror in ~/.m2/settings.xml), then start again.',
    )
  } finally {
    finished.abort()
    await progress
  }
}

async function tellProgress(folder: string, log: (line: string) => void, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(PROGRESS_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    log(`${Math.round(sizeOf(folder) / 1e6)} MB fetched`)
  }
}

/** Bytes in a folder that may change meanwhile. */
function sizeOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
