/**
 * `npm start`: the whole product on real engines, in the foreground. `npm run dev` is the same, but a service starts again
 * whenever one of its files is saved, and the browser's side is built again.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, startEngines } from '@lectern/engines'
import { buildFrontend, watchFrontend } from './frontend.ts'
import { startMailbox } from './mailbox.ts'
import { readSecrets } from './secrets.ts'
import { startServices } from './services.ts'

const log = (line: string) => process.stderr.write(`${line}\n`)
const watch = process.argv.includes('--watch')
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
process.on('disconnect', () => stopping.abort())

const dataDir = dataFolder()
const logs = join(dataDir, 'logs')
const stops: (() => Promise<void>)[] = []
try {
  mkdirSync(logs, { recursive: true })
  const starting = startEngines({ dataDir: join(dataDir, 'engines'), log, signal: stopping.signal })
  stops.unshift(async () => (await starting.catch(() => null))?.stop())
  const [engines] = await Promise.all([starting, buildFrontend()])
  const mailbox = process.env.SMTP_URL ? null : await startMailbox(dataDir, logs)
  if (mailbox) stops.unshift(mailbox.stop)
  const env = {
    ...mailbox?.settings,
    ...(await readSecrets(dataDir)),
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    ...process.env,
    ...engines.urls,
  }
  const services = await startServices({ env, logs, log, signal: stopping.signal, watch })
  stops.unshift(() => services.stop())
  // For Prometheus: what to read numbers from.
  const targets = Object.entries(services.ports).map(([service, port]) => ({
    targets: [`127.0.0.1:${port}`],
    labels: { service },
  }))
  writeFileSync(join(dataDir, 'targets.json'), JSON.stringify(targets, null, 2))
  if (watch) stops.unshift(watchFrontend(log))
  console.log(`Lectern is ready: ${services.url}`)
  if (mailbox) log(`Its mails are at ${mailbox.page}`)
  log('Ctrl-C stops it.')
  await new Promise((resolve) => {
    const alive = setInterval(() => {}, 1 << 30)
    const end = () => resolve(clearInterval(alive))
    if (stopping.signal.aborted) end()
    stopping.signal.addEventListener('abort', end)
  })
  log('Stopping')
} catch (error) {
  if (!stopping.signal.aborted) {
    log(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
} finally {
  for (const stop of stops) await stop()
  if (process.connected) process.disconnect()
}
