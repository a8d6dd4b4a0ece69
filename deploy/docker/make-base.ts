/**
 * `node make-base.ts`, as root on Debian: makes the images that the Dockerfile starts from out of Debian's packages, for machines
 * that reach no registry of images. For tests; what is shipped starts from images that somebody keeps up to date.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the Dockerfile starts from, by the names of its arguments. */
type Images = { BUILD: string; BASE: string }

/** What it starts from when it is told nothing else. */
export function usualImages(): Images {
  const text = readFileSync(new URL('Dockerfile', import.meta.url), 'utf8')
  const preset = (name: string) => text.match(new RegExp(`^ARG ${name}=(\\S+)$`, 'm'))?.[1] ?? ''
  return { BUILD: preset('BUILD'), BASE: preset('BASE') }
}

/** What is made here. */
export const madeImages: Images = { BUILD: 'lectern-build:made', BASE: 'lectern-base:made' }

const npm = 'npm@11.19.1'
/** All that a service needs of a system. */
const needed = ['libc6', 'libgcc-s1', 'libstdc++6']

/** `env` names the container engine that they are put into. @throws Error with what failed */
export function makeBase(env: NodeJS.ProcessEnv, log: (line: string) => void): void {
  const importImage = (root: string, name: string, changes: string[]) => {
    const tar = `${root}.tar`
    run('tar', ['--create', '--file', tar, '--directory', root, '.'])
    run('docker', ['import', ...changes.flatMap((change) => ['--change', change]), tar, name], env)
    rmSync(tar)
  }
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-base-'))
  try {
    const build = join(scratch, 'build')
    log('Making an image to build in, by debootstrap (a minute)')
    makeBuild(build)
    importImage(build, madeImages.BUILD, ['ENV NODE_USE_SYSTEM_CA=1'])
    log('Making an image to run in')
    const base = join(scratch, 'base')
    makeRun(build, base)
    importImage(base, madeImages.BASE, [])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A small Debian with Node and npm, which trusts whom this machine trusts. */
function makeBuild(root: string) {
  const { codename, mirror } = debian()
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', codename, root, mirror])
  cpSync('/usr/local/share/ca-certificates', join(root, 'usr/local/share/ca-certificates'), { recursive: true })
  run('chroot', [root, 'update-ca-certificates'])
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
  run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), '--no-audit', '--no-fund', npm])
}

/** The libraries alone: no shell, no package manager. */
function makeRun(build: string, root: string) {
  for (const name of ['lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(root, name))
  }
  for (const name of needed) {
    const [file] = globSync(join(build, `var/cache/apt/archives/${name}_*.deb`))
    if (!file) throw new Error(`debootstrap did not fetch ${name}`)
    run('dpkg-deb', ['--extract', file, root])
  }
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
  copyFileSync(join(build, 'etc/ssl/certs/ca-certificates.crt'), join(root, 'etc/ssl/certs/ca-certificates.crt'))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:\nnonroot:x:65532:65532::/tmp:\n')
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  mkdirSync(join(root, 'tmp'))
  chmodSync(join(root, 'tmp'), 0o1777)
}

/** Of which release this machine is, and where apt fetches it from. */
function debian() {
  const codename = readFileSync('/etc/os-release', 'utf8').match(/^VERSION_CODENAME=(\w+)/m)?.[1] ?? ''
  const asked = ['Created-By: Packages', `Codename: ${codename}`, 'Component: main']
  const [mirror] = run('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...asked]).split('\n')
  if (!codename || !mirror) throw new Error('Only Debian has what is needed here')
  return { codename, mirror }
}

function run(command: string, args: string[], env = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8', timeout: 600_000 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${error?.message ?? (stderr || stdout)}`)
  return stdout.trim()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeBase(process.env, console.error)
