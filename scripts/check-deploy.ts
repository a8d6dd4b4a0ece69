/**
 * `npm run check:deploy`: fetches the programs that check the chart, the alerts, the Tiltfile and the load scripts (by `go install`,
 * Debian's packages and pip, into the cache folder), then runs those checks. `npm test` runs the same checks where it finds the programs.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fetchTools } from './deploy-tools.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
fetchTools((line) => console.error(line))
const files = globSync('deploy/test/*.test.ts', { cwd: root }).sort()
process.exitCode = spawnSync(process.execPath, ['--test', ...files], { cwd: root, stdio: 'inherit' }).status ?? 1
