import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

export type ServiceProcess = { url: string; pid: number; stop: (signal?: NodeJS.Signals) => Promise<void> }

/**
 * Starts a service as the process it is in production, on a free port, and waits until it is ready.
 * `env` is its whole environment but for PATH, HOME and PORT.
 * @throws Error with what it wrote when it ends before it is ready
 */
export async function startService(name: string, env: Record<string, string | number>): Promise<ServiceProcess> {
  const main = fileURLToPath(new URL(`../../../services/${name}/src/main.ts`, import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const settings = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
  const child = spawn(process.execPath, [main], {
    // The port it was given stands in its log.
    env: { PATH, HOME, ...settings, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines: string[] = []
  let url = ''
  const read = (line: string) => {
    lines.push(line)
    if (lines.length > 50) lines.shift()
    url ||= line.match(/Server listening at (http:[^"]+)/)?.[1] ?? ''
  }
  createInterface({ input: child.stdout }).on('line', read)
  createInterface({ input: child.stderr }).on('line', read)

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended before it was ready:\n${lines.join('\n')}`)
    return url !== '' && (await fetch(`${url}/ready`)).ok
  }
  try {
    await until(`${name} to be ready`, isReady, 60_000)
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
  return { url, pid: child.pid ?? 0, stop }
}
