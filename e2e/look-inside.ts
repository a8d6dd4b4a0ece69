/** Runs inside a container of an image, as its Node's input, and prints what it finds there as JSON. Nothing but Node is to be had. */
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Of the running system, not of the image. */
const mounted = ['/proc', '/sys', '/dev', '/tmp']
const uid = process.getuid?.() ?? 0

function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (mounted.includes(path)) return []
    return entry.isDirectory() ? [path, ...list(path)] : [path]
  })
}

function canWrite(path: string): boolean {
  try {
    writeFileSync(path, '')
    return true
  } catch {
    return false
  }
}

/** Whether its rights would let this user change it, were the file system not read-only. */
function isOurs(path: string): boolean {
  const { uid: owner, gid, mode } = lstatSync(path)
  if ((mode & 0o170000) === 0o120000) return false
  return owner === uid || (gid === process.getgid?.() && (mode & 0o020) !== 0) || (mode & 0o002) !== 0
}

function packageAt(path: string): string[] {
  const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string }
  return name && version ? [`${name}@${version}`] : []
}

const paths = list('/')
const status = readFileSync('/proc/self/status', 'utf8')
const found = {
  uid,
  /** A bit for each right of root that it has, or could get. */
  capabilities: ['CapPrm', 'CapEff', 'CapBnd'].map((name) => status.match(new RegExp(`^${name}:\\s*(\\w+)`, 'm'))?.[1]),
  writable: ['/inside', '/app/inside', '/tmp/inside'].filter(canWrite),
  ours: paths.filter(isOurs),
  tools: paths.filter((path) =>
    /^(sh|(ba|da|a|z)sh|busybox|apt(-get)?|dpkg|apk|rpm|npm|npx|yarn|pip3?)$/.test(basename(path)),
  ),
  tests: paths.filter((path) => /^\/app\/(packages|services)\/[^/]+\/test(\/|$)/.test(path)),
  services: readdirSync('/app/services'),
  packages: paths.filter((path) => /\/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path)).flatMap(packageAt),
  bill: JSON.parse(readFileSync('/app/sbom.cdx.json', 'utf8')) as unknown,
}
console.log(JSON.stringify(found))

export type Inside = Omit<typeof found, 'bill'> & {
  bill: { bomFormat: string; components: { group?: string; name: string; version: string }[] }
}
