/**
 * `npm test`: all tests on the real engines, fast ones first. `npm test -- FILE ...` runs these files, or those of a folder, alone.
 * Ends with the line `N passed, N failed, N skipped`; the exit code is 1 when a test failed or none ran.
 */
import { globSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { prepareBrowser } from './browser.ts'
import { buildFrontend } from './frontend.ts'
import { withEngines } from './with-engines.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Files of one suite run side by side: three of services, which wait for events much of their time; those that measure time run alone. */
const alone = 'e2e/test/{load,rolling-upgrade}.test.ts'
type Suite = { files: string[]; not?: string[]; atOnce: number }
const suites: Suite[] = [
  {
    files: ['packages/*/test/*.test.ts', '{frontend,widget}/test/*.test.ts', '{scripts,deploy}/test/*.test.ts'],
    atOnce: 2,
  },
  { files: ['services/*/test/*.test.ts'], atOnce: 3 },
  { files: ['e2e/test/*.test.ts'], atOnce: 2, not: [alone] },
  { files: [alone], atOnce: 1 },
]

const counts = { passed: 0, failed: 0, skipped: 0 }

async function runFiles(files: string[], atOnce: number, signal: AbortSignal): Promise<void> {
  // What a failed test left open must not keep the rest waiting.
  const events = run({ files, concurrency: atOnce, cwd: root, signal, forceExit: true })
  events.on('test:pass', ({ details, skip, todo }) => {
    // A suite that is skipped does not name its tests.
    if (skip !== undefined || todo !== undefined) counts.skipped++
    else if (details.type !== 'suite') counts.passed++
  })
  // A suite fails by its tests, which are counted; one that fails by a hook has no other trace.
  events.on('test:fail', ({ details }) => {
    const cause = (details.error as { failureType?: string }).failureType
    if (details.type !== 'suite' || cause !== 'subtestsFailed') counts.failed++
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
}

const asked = process.argv.slice(2).map((file) => resolve(process.env.INIT_CWD ?? root, file))
const isIn = (file: string, place: string) => file === place || file.startsWith(place + sep)
const groups = suites
  .map(({ files, atOnce, not = [] }) => ({
    files: globSync(files, { cwd: root, exclude: not }).sort(),
    atOnce,
  }))
  .map(({ files, atOnce }) => ({ files: files.map((file) => resolve(root, file)), atOnce }))
  .map(({ files, atOnce }) => ({
    files: asked.length > 0 ? files.filter((file) => asked.some((place) => isIn(file, place))) : files,
    atOnce,
  }))
  .filter(({ files }) => files.length > 0)
const nowhere = asked.filter((place) => !groups.some(({ files }) => files.some((file) => isIn(file, place))))
if (nowhere.length > 0) {
  console.error(`No tests are at ${nowhere.join(', ')}. Name a file such as e2e/test/newcomer.test.ts, or a folder.`)
  process.exit(1)
}

await withEngines(async (_, signal) => {
  const some = (part: string) => groups.some(({ files }) => files.some((file) => file.includes(part)))
  if (some('/e2e/')) await prepareBrowser()
  if (some('/e2e/') || some('/frontend/test/weight')) await buildFrontend()
  for (const { files, atOnce } of groups) await runFiles(files, atOnce, signal)
})

console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
