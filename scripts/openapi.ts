/** `npm run openapi`: writes docs/openapi.json from the calls in packages/contracts. With --check it only tells whether it is up to date. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import swagger from '@fastify/swagger'
import type { Call } from '@lectern/contracts'
import * as contracts from '@lectern/contracts'
import fastify from 'fastify'

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value

const app = fastify().setValidatorCompiler(() => () => true)
await app.register(swagger, {
  openapi: { openapi: '3.1.0', info: { title: 'Lectern', version: '1' } },
})
for (const call of Object.values(contracts as Record<string, unknown>).filter(isCall))
  app.route({ ...call, handler: () => null })
await app.ready()
const wanted = `${JSON.stringify(app.swagger(), null, 2)}\n`

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/openapi.json is not what packages/contracts says. Run: npm run openapi')
    process.exitCode = 1
  }
} else {
  mkdirSync(fileURLToPath(new URL('.', `file://${file}`)), { recursive: true })
  writeFileSync(file, wanted)
}
