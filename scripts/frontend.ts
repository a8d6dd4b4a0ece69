import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'frontend/dist/.built-from')
const sources = [
  'frontend/{src,public,build}/**/*.*',
  'frontend/*.*',
  'packages/{contracts,conversation}/src/**/*.ts',
  'package-lock.json',
]

/** Builds what the browser loads, unless it is there and its sources have not changed. @throws Error with what the build said */
export async function buildFrontend(): Promise<void> {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort()) hash.update(file).update(readFileSync(join(root, file)))
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Frontend: building\n')
  const build = startVite('--logLevel', 'warn')
  const [code, printed, complaints] = await Promise.all([
    new Promise((resolve) => build.once('exit', resolve)),
    text(build.stdout),
    text(build.stderr),
  ])
  if (code !== 0) throw new Error(`The frontend could not be built:\n${stripVTControlCharacters(printed + complaints)}`)
  writeFileSync(stamp, wanted)
}

/** Builds again whenever a source is saved; the answer stops that. */
export function watchFrontend(log: (line: string) => void): () => Promise<void> {
  const build = startVite('--watch', '--logLevel', 'info')
  const tell = (chunk: Buffer) => log(`Frontend: ${chunk.toString().trimEnd()}`)
  build.stdout.on('data', tell)
  build.stderr.on('data', tell)
  const ended = new Promise<void>((resolve) => build.once('exit', () => resolve()))
  return () => {
    build.kill()
    return ended
  }
}

function startVite(...args: string[]) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return spawn(process.execPath, [vite, 'build', ...args], { cwd: join(root, 'frontend') })
}
