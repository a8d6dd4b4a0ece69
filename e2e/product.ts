import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient, testSpace } from '@lectern/testing'

const bootstrap = fileURLToPath(new URL('../scripts/bootstrap.mjs', import.meta.url))

export type Product = { url: string; client: ReturnType<typeof createClient>; data: string; stop(): Promise<void> }

/**
 * The whole product as `npm start` runs it, in a namespace of its own on the engines of the tests, on any free port.
 * `settings` are added to its environment. `stop` also checks that it ends well, and takes away what it left.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const space = testSpace()
  const data = mkdtempSync(join(tmpdir(), 'lectern-e2e-'))
  const { KAFKA_BROKERS, MONGODB_URL, REDIS_URL, ELASTICSEARCH_URL, EMBEDDING_MODEL_DIR, NAMESPACE } = space.config
  const engines = { KAFKA_BROKERS, MONGODB_URL, REDIS_URL, ELASTICSEARCH_URL, EMBEDDING_MODEL_DIR, NAMESPACE }
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [bootstrap, 'scripts/start.ts'], {
    env: { PATH, HOME, ...engines, LECTERN_DATA: data, LECTERN_RATE_LIMIT_FACTOR: '100', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const read = (line: string) => {
      printed.push(line)
      const found = line.match(/^Lectern is ready: (http:\S+)$/)?.[1]
      if (found) resolve(found)
    }
    createInterface({ input: child.stdout }).on('line', read)
    createInterface({ input: child.stderr }).on('line', read)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed.join('\n')}`)))
  })
  return {
    url,
    client: createClient(url),
    data,
    async stop() {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      const code = await ended
      await space.remove()
      rmSync(data, { recursive: true, force: true })
      if (code !== 0) throw new Error(`npm start did not stop cleanly (${code}):\n${printed.join('\n')}`)
    },
  }
}
