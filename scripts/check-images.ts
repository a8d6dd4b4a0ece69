/**
 * `npm run check:images`: builds the images of deploy/docker and runs them on the engines of the tests, as `npm test` does where a
 * container engine answers. Where none does, Debian's is started for it (as root), and where no registry of images can be reached,
 * what they start from is made out of Debian's packages. Debian's packages stay installed, all else is taken away again.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder, createProcesses, installDebianPackage } from '@lectern/engines'
import { until } from '@lectern/testing'
import { madeImages, makeBase, usualImages } from '../deploy/docker/make-base.ts'
import { withEngines } from './with-engines.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(cacheFolder(), 'container-engine')
const processes = createProcesses()
const say = (line: string) => process.stderr.write(`${line}\n`)

const answerWithinMs = 5000
const pullWithinMs = 300_000
const startWithinMs = 30_000
const stopWithinMs = 30_000

const docker = (env: NodeJS.ProcessEnv, args: string[], timeout = answerWithinMs) =>
  spawnSync('docker', args, { env, timeout, stdio: 'ignore' }).status === 0

/** The environment in which a container engine answers. @throws Error that says why there is none */
async function containerEngine(): Promise<NodeJS.ProcessEnv> {
  if (docker(process.env, ['info'])) return process.env
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0)
    throw new Error('No container engine answers. Start one (as root on Debian it is installed and started for you).')
  say('Container engine: starting')
  const packages = ['docker.io', 'iptables', 'debootstrap']
  for (const name of packages)
    if (!(await installDebianPackage(name, processes, folder)))
      throw new Error(`${name} cannot be installed. Try it by hand: apt-get install ${packages.join(' ')}`)
  if (docker(process.env, ['info'])) return process.env

  const socket = `unix://${join(folder, 'docker.sock')}`
  const places = { 'data-root': 'data', 'exec-root': 'exec', pidfile: 'docker.pid' }
  const args = Object.entries(places).map(([option, name]) => `--${option}=${join(folder, name)}`)
  const logFile = join(folder, 'docker.log')
  const running = processes.start('dockerd', { command: 'dockerd', args: [`--host=${socket}`, ...args], logFile })
  const env = { ...process.env, DOCKER_HOST: socket }
  await until('the container engine', () => running.hasEnded() || docker(env, ['info']), startWithinMs)
  if (running.hasEnded()) throw new Error(`The container engine does not start:\n${running.lastLines()}`)
  return env
}

/** What the images start from: as the environment or the Dockerfile names it where that can be had, else made here. */
function startingPoints(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (env.LECTERN_IMAGE_BUILD && env.LECTERN_IMAGE_BASE) return {}
  const pulled = Object.values(usualImages()).every((image) => docker(env, ['pull', '--quiet', image], pullWithinMs))
  if (pulled) return {}
  say('No registry of images can be reached.')
  makeBase(env, say)
  return { LECTERN_IMAGE_BUILD: madeImages.BUILD, LECTERN_IMAGE_BASE: madeImages.BASE }
}

try {
  const engine = await containerEngine()
  const env = { ...engine, ...startingPoints(engine) }
  await withEngines(async (urls) => {
    const args = ['--test', 'e2e/test/images.test.ts']
    const child = spawn(process.execPath, args, { cwd: root, env: { ...env, ...urls }, stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    process.exitCode = code ?? 1
  })
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
} finally {
  await processes.stopAll(stopWithinMs)
  // dockerd leaves this mounted: the network of this machine, which the containers were in.
  spawnSync('umount', [join(folder, 'exec/netns/default')], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
