// Runs a script of this folder with the Node version of the project, on whatever Node started it: installs the packages
// first when they are missing or have changed. Plain JavaScript, since the Node that starts it may be an old one.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = join(root, 'node_modules/node/bin/node')
const stamp = join(root, 'node_modules/.installed')

function wantedPackages() {
  const hash = createHash('sha256')
  const folders = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  )
  for (const folder of ['.', 'frontend', 'widget', 'e2e', 'bench', ...folders]) {
    const file = join(root, folder, 'package.json')
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

function install() {
  const wanted = wantedPackages()
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Installing packages (the first time, or after a change)\n')
  const { status, stdout, stderr } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    // The GPU parts that onnxruntime-node would fetch are not used.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  })
  if (status !== 0) {
    process.stderr.write(
      `${stdout ?? ''}${stderr ?? ''}\nThe packages could not be installed. Check the network and the disk, then start again.\n`,
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

install()
const [script, ...args] = process.argv.slice(2)
// By the channel the script learns that this process is gone, however it ended.
const child = spawn(node, [join(root, script), ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
