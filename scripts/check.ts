/** `npm run check`: format, lint, types, unused code, events and docs, side by side. Says what to mend. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const checks: { name: string; command: string; args: string[]; cwd?: string }[] = [
  { name: 'format and lint', command: bin('biome'), args: ['check'] },
  { name: 'types', command: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the frontend', command: bin('tsc'), args: ['-p', 'frontend/tsconfig.json'] },
  { name: 'types of the widget', command: bin('tsc'), args: ['-p', 'widget/tsconfig.json'] },
  { name: 'unused code', command: bin('knip'), args: [] },
  { name: 'events', command: bin('buf'), args: ['lint'], cwd: 'protos' },
  { name: 'docs made from code', command: process.execPath, args: ['scripts/docs.ts', '--check'] },
  // In an archive without history there is nothing to compare with.
  ...(existsSync(join(root, '.git'))
    ? [
        {
          name: 'events stay compatible',
          command: bin('buf'),
          args: ['breaking', '--against', '../.git#ref=HEAD,subdir=protos'],
          cwd: 'protos',
        },
      ]
    : []),
]

const results = await Promise.all(
  checks.map(async ({ name, command, args, cwd = '.' }) => {
    const began = Date.now()
    const child = spawn(command, args, {
      cwd: join(root, cwd),
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
    })
    const [code, printed, complaints] = await Promise.all([
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
      text(child.stdout),
      text(child.stderr),
    ])
    const isFine = code === 0
    console.log(`${isFine ? '✔' : '✖'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    if (!isFine) console.log(`${printed}${complaints}`.replace(/^/gm, '  '))
    return isFine
  }),
)
process.exitCode = results.every(Boolean) ? 0 : 1
