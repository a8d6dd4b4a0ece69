import { join } from 'node:path'
import { onPath, type Processes } from './processes.ts'

// apt-get runs once at a time, and engines are fetched side by side.
let queue: Promise<unknown> = Promise.resolve()

/**
 * Installs a Debian package if this is Debian and the user is root, once more after `apt-get update` if need be.
 * Returns false when it cannot; the caller then tells what to install.
 */
export function installDebianPackage(name: string, processes: Processes, logs: string): Promise<boolean> {
  const installing = queue.then(() => tryInstall(name, processes, logs))
  queue = installing
  return installing
}

async function tryInstall(name: string, processes: Processes, logs: string): Promise<boolean> {
  const aptGet = onPath('apt-get')
  if (aptGet === null || process.getuid?.() !== 0) return false
  // RUNLEVEL=1 tells Debian's service scripts that this is no time to start a service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (step: string, args: string[]) =>
    processes.run('apt-get', { command: aptGet, args, env, logFile: join(logs, `apt-${step}.log`) }, 'apt-get failed.')
  const install = () =>
    apt('install', ['install', '-y', '-q', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends', name])
  try {
    await install().catch(async () => {
      await apt('update', ['update', '-q'])
      await install()
    })
    return true
  } catch {
    return false
  }
}
