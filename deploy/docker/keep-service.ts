/** `node keep-service.ts SERVICE`: leaves of this tree what one service needs to run, before its packages are installed. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

type Manifest = { name: string; dependencies?: Record<string, string>; devDependencies?: object; workspaces?: string[] }

const [, , service = ''] = process.argv
const read = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest
const write = (folder: string, manifest: Manifest) => writeFileSync(`${folder}/package.json`, JSON.stringify(manifest))

const kept = new Set<string>()
function keep(folder: string) {
  if (kept.has(folder)) return
  kept.add(folder)
  const { devDependencies, ...manifest } = read(folder)
  write(folder, manifest)
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (name.startsWith('@lectern/')) keep(name.replace('@lectern/', 'packages/'))
}
keep(`services/${service}`)

for (const folder of ['packages', 'services'].flatMap((room) => readdirSync(room).map((name) => `${room}/${name}`)))
  if (!kept.has(folder)) rmSync(folder, { recursive: true })
for (const folder of ['frontend', 'widget', 'e2e']) if (existsSync(folder)) rmSync(folder, { recursive: true })
const { devDependencies, ...root } = read('.')
write('.', { ...root, workspaces: [...kept] })
