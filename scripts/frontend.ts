import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = ['packages/{contracts,conversation}/src/**/*.ts', 'frontend/build/*.ts', 'package-lock.json']

type Part = { name: string; folder: string; script: string[]; watchScript: string[]; sources: string[] }

/** What browsers load: our own screens, and what other sites load. */
const parts: Part[] = [
  {
    name: 'Frontend',
    folder: 'frontend',
    script: ['build.ts'],
    watchScript: ['build.ts', '--watch'],
    sources: ['frontend/{src,public,server}/**/*.*', 'frontend/*.*', ...shared],
  },
  {
    name: 'Widget',
    folder: 'widget',
    script: ['build.ts'],
    watchScript: ['build.ts', '--watch'],
    sources: ['widget/src/**/*.*', 'widget/*.*', ...shared],
  },
]

/** Builds what the browser loads, unless it is there and its sources have not changed. @throws Error with what the build said */
export async function buildFrontend(): Promise<void> {
  for (const part of parts) await buildPart(part)
}

async function buildPart({ name, folder, script, sources }: Part) {
  const stamp = join(root, folder, 'dist/.built-from')
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort()) hash.update(file).update(readFileSync(join(root, file)))
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write(`${name}: building\n`)
  const build = start(folder, script)
  const [code, printed, complaints] = await Promise.all([
    new Promise((resolve) => build.once('exit', resolve)),
    text(build.stdout),
    text(build.stderr),
  ])
  if (code !== 0) throw new Error(`${name} could not be built:\n${stripVTControlCharacters(printed + complaints)}`)
  writeFileSync(stamp, wanted)
}

/** Builds again whenever a source is saved; the answer stops that. */
export function watchFrontend(log: (line: string) => void): () => Promise<void> {
  const stops = parts.map(({ name, folder, watchScript }) => {
    const build = start(folder, watchScript)
    const tell = (chunk: Buffer) => log(`${name}: ${chunk.toString().trimEnd()}`)
    build.stdout.on('data', tell)
    build.stderr.on('data', tell)
    const ended = new Promise<void>((resolve) => build.once('exit', () => resolve()))
    return () => {
      build.kill()
      return ended
    }
  })
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

const start = (folder: string, script: string[]) => spawn(process.execPath, script, { cwd: join(root, folder) })
