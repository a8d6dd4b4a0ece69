import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { installDebianPackage } from './debian.ts'
import { EngineError } from './errors.ts'
import { onPath, type Processes } from './processes.ts'

const OLDEST_JDK = 21
const DEBIAN_JDKS = ['openjdk-25-jdk-headless', 'openjdk-21-jdk-headless']

/** The home of a JDK of version 21 or newer; installed as a Debian package when there is none and that is possible. */
export async function requireJdk(processes: Processes, logs: string, log: (line: string) => void): Promise<string> {
  const found = findJdk()
  if (found !== null) return found
  log(`no JDK of version ${OLDEST_JDK} or newer found, trying the system's package`)
  for (const name of DEBIAN_JDKS) {
    if (!(await installDebianPackage(name, processes, logs))) continue
    const fresh = findJdk()
    if (fresh !== null) return fresh
  }
  throw new EngineError(
    `A JDK of version ${OLDEST_JDK} or newer is needed. Install one (Debian, Ubuntu: apt-get install openjdk-21-jdk-headless; macOS: brew install openjdk; or https://adoptium.net) or point JAVA_HOME to it.`,
  )
}

/** The home of a JDK that is new enough, looked for in JAVA_HOME, on PATH and in the usual folders; null if none. */
export function findJdk(env: NodeJS.ProcessEnv = process.env, folders = usualFolders()): string | null {
  const candidates = [env.JAVA_HOME, homeOfJavac(env), ...folders.flatMap(homesIn)]
  return candidates.find((home) => home !== undefined && isNewEnough(home)) ?? null
}

function usualFolders(): string[] {
  return [
    '/usr/lib/jvm',
    '/usr/java',
    '/opt',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    '/Library/Java/JavaVirtualMachines',
    join(homedir(), 'Library/Java/JavaVirtualMachines'),
    join(homedir(), '.sdkman/candidates/java'),
    join(homedir(), '.jdks'),
  ]
}

function homeOfJavac(env: NodeJS.ProcessEnv): string | undefined {
  const javac = onPath('javac', env)
  return javac === null ? undefined : dirname(dirname(realpathSync(javac)))
}

function homesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => [
    join(folder, name),
    join(folder, name, 'Contents/Home'),
    join(folder, name, 'libexec/openjdk.jdk/Contents/Home'),
  ])
}

/** A JDK's folder has a file `release` with its version; the compiler is needed too. */
function isNewEnough(home: string): boolean {
  const release = join(home, 'release')
  if (!existsSync(release) || !existsSync(join(home, 'bin', 'javac'))) return false
  const major = /^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1]
  return Number(major) >= OLDEST_JDK
}
