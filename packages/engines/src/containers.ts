import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EngineName } from './engine.ts'
import { EngineError } from './errors.ts'
import type { Processes } from './processes.ts'

const COMPOSE_FILE = fileURLToPath(new URL('../../../deploy/compose.yaml', import.meta.url))
const ANSWER_WITHIN_MS = 5000
const STOP_WITHIN_S = 20

/** Whether a container engine answers and knows compose. */
export async function hasContainerEngine(): Promise<boolean> {
  const docker = (...args: string[]) => promisify(execFile)('docker', args, { timeout: ANSWER_WITHIN_MS })
  try {
    await docker('info')
    await docker('compose', 'version')
    return true
  } catch {
    return false
  }
}

/**
 * Starts the engines of deploy/compose.yaml that are named, and returns how to stop them. Their data lies in volumes
 * that belong to this data folder and outlive the containers.
 */
export async function startContainers(
  ports: Partial<Record<EngineName, number>>,
  dataDir: string,
  logs: string,
  processes: Processes,
): Promise<() => Promise<void>> {
  const project = `lectern-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`
  const env = { ...process.env }
  for (const [name, port] of Object.entries(ports)) env[`${name.toUpperCase()}_PORT`] = String(port)
  const compose = ['compose', '--project-name', project, '--file', COMPOSE_FILE]
  const logFile = join(logs, 'containers.log')
  const args = [...compose, 'up', '--detach', '--wait', ...Object.keys(ports)]
  await processes.run(
    'docker compose',
    { command: 'docker', args, env, logFile },
    'The containers did not start. Correct what is said below, stop the container engine, or set the addresses of engines of your own.',
  )
  return async () => {
    const down = [...compose, 'down', '--timeout', String(STOP_WITHIN_S)]
    await promisify(execFile)('docker', down, { env, timeout: (STOP_WITHIN_S + 20) * 1000 }).catch((error: Error) => {
      throw new EngineError(`The containers of ${project} could not be stopped: ${error.message}`)
    })
  }
}
