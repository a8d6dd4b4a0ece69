import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, testSpace, until } from '@lectern/testing'
import { Redis } from 'ioredis'

const bootstrap = fileURLToPath(new URL('../scripts/bootstrap.mjs', import.meta.url))

/** What services warned of, told at the end where a test failed. */
const complaints: string[] = []
process.on('exit', (code) => {
  if (code !== 0) process.stderr.write(complaints.map((line) => `${line.slice(0, 1500)}\n`).join(''))
})

/** A mail that the product sent, as the local mailbox keeps it. */
export type Mail = { subject: string; text: string; to: { address: string }[] }

export type Product = {
  url: string
  client: ReturnType<typeof createClient>
  data: string
  namespace: string
  /** The newest mail to an address, once there are `count`. */
  mailTo(address: string, count?: number): Promise<Mail>
  /** Takes away all that it keeps in Redis: sessions and limits. */
  emptyRedis(): Promise<void>
  /** Makes an account a root user, as `npm run root` does. */
  makeRoot(email: string): Promise<void>
  /** Kills services; each is started again after a moment. */
  kill(...services: string[]): Promise<void>
  stop(): Promise<void>
}

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
  const env = { PATH, HOME, ...engines, LECTERN_DATA: data, LECTERN_RATE_LIMIT_FACTOR: '100', PORT: '0', ...settings }
  const child = spawn(process.execPath, [bootstrap, 'scripts/start.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  const found = (line: RegExp) => printed.map((each) => each.match(line)?.[1]).find(Boolean)
  const { url, mailbox } = await new Promise<{ url: string; mailbox: string }>((resolve, reject) => {
    const read = (line: string) => {
      printed.push(line)
      const url = found(/^Lectern is ready: (http:\S+)$/)
      const mailbox = settings.SMTP_URL ? '' : found(/^Its mails are at (http:\S+)$/)
      if (url && mailbox !== undefined) resolve({ url, mailbox })
    }
    createInterface({ input: child.stdout }).on('line', read)
    createInterface({ input: child.stderr }).on('line', read)
    child.once('exit', (code) => {
      reject(new Error(`npm start ended with ${code}:\n${printed.join('\n')}`))
      complaints.push(...warningsIn(join(data, 'logs')))
      rmSync(data, { recursive: true, force: true, maxRetries: 3 })
    })
  })
  return {
    url,
    client: createClient(url),
    data,
    namespace: NAMESPACE,
    mailTo: (address, count = 1) =>
      until(`mail ${count} to ${address}`, async () => {
        const mails = (await (await fetch(`${mailbox}/email`)).json()) as Mail[]
        const found = mails.filter(({ to }) => to.some((each) => each.address === address))
        return found.length >= count && found.at(-1)
      }),
    async emptyRedis() {
      const redis = new Redis(REDIS_URL)
      const keys = await redis.keys(`${NAMESPACE}:*`)
      if (keys.length > 0) await redis.del(...keys)
      await redis.quit()
    },
    async makeRoot(email) {
      const made = spawn(process.execPath, [bootstrap, 'scripts/root.ts', email], { env, stdio: 'ignore' })
      const code = await new Promise((resolve) => made.once('exit', resolve))
      if (code !== 0) throw new Error(`npm run root ended with ${code}`)
    },
    async kill(...services) {
      const running = (await listProcesses()).filter(({ parents }) => parents.includes(child.pid ?? 0))
      for (const service of services) {
        const found = running.find(({ command }) => command.endsWith(`services/${service}/src/main.ts`))
        if (!found) throw new Error(`${service} does not run`)
        process.kill(found.pid, 'SIGKILL')
      }
    },
    async stop() {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      const code = await ended
      await space.remove()
      if (code !== 0) throw new Error(`npm start did not stop cleanly (${code}):\n${printed.join('\n')}`)
    },
  }
}

/** Pino's levels from 40 are warnings and errors; a line that is none of its own is what a process died with. */
const warningsIn = (logs: string): string[] =>
  (existsSync(logs) ? readdirSync(logs) : []).flatMap((name) =>
    readFileSync(join(logs, name), 'utf8')
      .split('\n')
      .filter((line) => line && !/^\{"level":[123]0,/.test(line))
      .map((line) => `${name}: ${line}`),
  )

/** Every process of the machine, with those it was started by. */
async function listProcesses(): Promise<{ pid: number; command: string; parents: number[] }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args='], { maxBuffer: 16 * 1024 * 1024 })
  const rows = [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command: command.trim(),
  }))
  const parentOf = new Map(rows.map(({ pid, parent }) => [pid, parent]))
  const parentsOf = (pid: number): number[] => {
    const parent = parentOf.get(pid)
    return parent ? [parent, ...parentsOf(parent)] : []
  }
  return rows.map(({ pid, command }) => ({ pid, command, parents: parentsOf(pid) }))
}
