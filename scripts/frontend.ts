import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'frontend/dist/.built-from')

/** Builds what the browser loads, unless it is there and its sources have not changed. @throws Error with what the build said */
export async function buildFrontend(): Promise<void> {
  const sources = globSync(
    ['frontend/{src,public}/**/*.*', 'frontend/*.*', 'packages/contracts/src/**/*.ts', 'package-lock.json'],
    {
      cwd: root,
    },
  )
  const hash = createHash('sha256')
  for (const file of sources.sort()) hash.update(file).update(readFileSync(join(root, file)))
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Frontend: building\n')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'frontend'),
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`The frontend could not be built:\n${built.stdout}${built.stderr}`)
  writeFileSync(stamp, wanted)
}
