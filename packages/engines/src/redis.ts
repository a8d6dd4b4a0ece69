import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackage } from './debian.ts'
import type { Engine, EngineContext } from './engine.ts'
import { EngineError } from './errors.ts'
import { onPath, type Processes, untilReady } from './processes.ts'

const READY_WITHIN_S = 60

/** Redis (or Valkey), as found on PATH or installed as a Debian package. */
export const redis: Engine = {
  title: 'Redis',

  async start({ port, dataDir, logs, processes, log }: EngineContext) {
    const server = await requireRedis(processes, logs, log)
    mkdirSync(dataDir, { recursive: true })
    const logFile = join(logs, 'redis.log')
    const settings = { port, bind: '127.0.0.1', dir: dataDir, appendonly: 'yes', save: '', daemonize: 'no' }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    const running = processes.start('Redis', { command: server, args, cwd: dataDir, logFile })
    await untilReady(running, () => running.printed().includes('Ready to accept connections'), READY_WITHIN_S, logFile)
  },
}

async function requireRedis(processes: Processes, logs: string, log: (line: string) => void): Promise<string> {
  const server = onPath('redis-server') ?? onPath('valkey-server')
  if (server !== null) return server
  log("not found, trying the system's package")
  if (await installDebianPackage('redis-server', processes, logs)) {
    await keepServiceOff(processes, logs)
    const fresh = onPath('redis-server')
    if (fresh !== null) return fresh
  }
  throw new EngineError(
    'Redis is needed. Install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis) or set REDIS_URL.',
  )
}

/** The package brings a system service that would start with the machine; nobody asked for that. */
async function keepServiceOff(processes: Processes, logs: string): Promise<void> {
  const updateRc = onPath('update-rc.d')
  if (updateRc === null) return
  const command = { command: updateRc, args: ['redis-server', 'disable'], logFile: join(logs, 'redis-service.log') }
  await processes.run('update-rc.d', command, 'The Redis service could not be disabled.')
}
