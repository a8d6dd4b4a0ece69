import { devDataFolder, EngineError, type EngineUrls, findRunningEngines, startEngines } from '@lectern/engines'

const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * The engines of development and of tests: those that `npm run engines` keeps running, else ones that are started for this
 * process. Their addresses stand in the environment then. Ends the process with a plain sentence when they cannot be had.
 */
export async function withEngines<Result>(work: (urls: Partial<EngineUrls>) => Promise<Result>): Promise<Result> {
  const running = findRunningEngines(devDataFolder())
  if (running) {
    Object.assign(process.env, running)
    return await work(running)
  }
  const stopping = new AbortController()
  const abort = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort)
  process.once('disconnect', abort)
  const engines = await startEngines({ dataDir: devDataFolder(), log: say, signal: stopping.signal }).catch((error) => {
    if (!(error instanceof EngineError)) throw error
    say(error.message)
    process.exit(1)
  })
  Object.assign(process.env, engines.urls)
  try {
    return await work(engines.urls)
  } finally {
    await engines.stop()
  }
}
