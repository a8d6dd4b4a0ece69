import { devDataFolder, EngineError, type EngineUrls, findRunningEngines, startEngines } from '@lectern/engines'

const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * The engines of development and of tests: those that `npm run engines` keeps running, else ones that are started for this
 * process. Their addresses stand in the environment then. Ends the process with a plain sentence when they cannot be had, and
 * when it is told to stop: `signal` says so to the work.
 */
export async function withEngines(
  work: (urls: Partial<EngineUrls>, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const running = findRunningEngines(devDataFolder())
  const stopping = new AbortController()
  if (running) {
    Object.assign(process.env, running)
    return await work(running, stopping.signal)
  }
  const abort = () => stopping.abort()
  const ends = ['SIGINT', 'SIGTERM', 'disconnect'] as const
  for (const end of ends) process.once(end, abort)
  const engines = await startEngines({ dataDir: devDataFolder(), log: say, signal: stopping.signal }).catch((error) => {
    if (!(error instanceof EngineError)) throw error
    say(error.message)
    process.exit(1)
  })
  Object.assign(process.env, engines.urls)
  const told = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  await Promise.race([work(engines.urls, stopping.signal), told]).finally(() => engines.stop())
  // Listening for the end of who started this would keep it alive.
  for (const end of ends) process.off(end, abort)
  if (stopping.signal.aborted) process.exit(130)
}
