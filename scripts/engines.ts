/** `npm run engines`: the engines alone, in the foreground, with the data of development. */
import { devDataFolder, EngineError, startEngines } from '@lectern/engines'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

try {
  const engines = await startEngines({
    dataDir: devDataFolder(),
    log: (line) => console.error(line),
    signal: stopping.signal,
  })
  for (const [name, value] of Object.entries(engines.urls)) console.log(`export ${name}='${value}'`)
  console.error('Engines are ready. Ctrl-C stops them.')
  const alive = setInterval(() => {}, 1 << 30)
  stopping.signal.addEventListener('abort', async () => {
    await engines.stop()
    clearInterval(alive)
  })
} catch (error) {
  if (!(error instanceof EngineError)) throw error
  console.error(stopping.signal.aborted ? 'Stopped.' : error.message)
  process.exitCode = stopping.signal.aborted ? 0 : 1
}
