import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { choosePorts, createProcesses, EngineError, portFrom, type RunningProcess } from '@lectern/engines'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Every service; the gateway is the one that listens where people come in. */
const behind = ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing'] as const
const names = [...behind, 'gateway'] as const
type ServiceName = (typeof names)[number]

const defaultPort = 8080
/** One that cannot start ends, and is told of at once; a busy machine takes its time. */
const readyWithinMs = 180_000
const stopWithinMs = 12_000
const longestPauseMs = 5000
const startTries = 3

/** Where the product is, and where each service of it listens. */
export type Services = { url: string; ports: Record<ServiceName, number>; stop(): Promise<void> }

/**
 * Starts the seven services as processes of their own and returns when the gateway says that all are ready. One that
 * ends is started again. `env` is their environment; what they log goes to a file each in `logs`.
 * @throws EngineError fit to be shown, with nothing left running
 */
export async function startServices(options: {
  env: NodeJS.ProcessEnv
  logs: string
  log: (line: string) => void
  signal: AbortSignal
  /** Each restarts whenever one of its files is saved. */
  watch?: boolean
}): Promise<Services> {
  const { env, logs, log, signal, watch = false } = options
  const ports = await choosePorts({
    ...Object.fromEntries(behind.map((name) => [name, { setting: `${name.toUpperCase()}_PORT` }])),
    gateway: { port: wantedPort(env), setting: 'PORT' },
  } as Record<ServiceName, { port?: number; setting: string }>)
  const addresses = Object.fromEntries(
    behind.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]),
  )
  const url = `http://localhost:${ports.gateway}`
  const processes = createProcesses()
  const newest: Partial<Record<ServiceName, RunningProcess>> = {}
  let failure: EngineError | null = null
  let ready = false
  let stopping = false

  const start = (name: ServiceName, again: boolean): RunningProcess =>
    processes.start(name, {
      command: process.execPath,
      args: [...(watch ? ['--watch', '--watch-preserve-output'] : []), join(root, 'services', name, 'src/main.ts')],
      env: { LECTERN_PUBLIC_URL: url, ...env, ...addresses, PORT: String(ports[name]) },
      logFile: join(logs, `${name}.log`),
      append: again,
    })

  const supervise = async (name: ServiceName) => {
    for (let tries = 1; ; tries++) {
      const began = Date.now()
      const running = start(name, tries > 1)
      newest[name] = running
      await running.ended
      if (stopping) return
      if (!ready && tries >= startTries) {
        failure ??= new EngineError(
          `${name} does not start. Its log is ${join(logs, `${name}.log`)}:\n${running.lastLines()}`,
        )
        return
      }
      log(`${name}: ended unexpectedly, starting it again. Its log is ${join(logs, `${name}.log`)}`)
      if (Date.now() - began > 60_000) tries = 1
      await sleep(Math.min(longestPauseMs, 250 * 2 ** tries), undefined, { signal }).catch(() => {})
      if (stopping || signal.aborted) return
    }
  }

  /** A line for each service that is not ready, and the end of its log. */
  const whatIsAwaited = async () => {
    const lines = names.map(async (name) => {
      const awaits = await awaitedBy(`http://127.0.0.1:${ports[name]}`)
      return awaits ? [`${name} ${awaits}`, newest[name]?.lastLines() ?? ''] : []
    })
    return (await Promise.all(lines)).flat()
  }

  const stop = async () => {
    stopping = true
    await processes.stopAll(stopWithinMs)
  }
  try {
    for (const name of names) void supervise(name)
    const until = Date.now() + readyWithinMs
    while (!(await isHealthy(url))) {
      if (failure) throw failure
      if (signal.aborted) throw new EngineError('Stopped while starting.')
      if (Date.now() > until)
        throw new EngineError(
          [
            `Not ready after ${readyWithinMs / 60_000} minutes, see the logs in ${logs}:`,
            ...(await whatIsAwaited()),
          ].join('\n'),
        )
      await sleep(100)
    }
    ready = true
    return { url, ports, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What keeps a service from being ready; null when it is. One that waits for an engine at its start does not answer yet. */
async function awaitedBy(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(3000) })
    const { checks } = (await answer.json()) as { checks: Record<string, string> }
    const missing = Object.keys(checks).filter((engine) => checks[engine] !== 'ok')
    return answer.ok ? null : `waits for ${missing.join(', ')}`
  } catch {
    return 'does not answer'
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(3000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** PORT, or 8080; with 0 any free one. */
const wantedPort = (env: NodeJS.ProcessEnv) => (env.PORT === '0' ? undefined : (portFrom(env, 'PORT') ?? defaultPort))
