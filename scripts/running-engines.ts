import { join } from 'node:path'
import { dataFolder, type EngineUrls, findRunningEngines } from '@lectern/engines'

/** The addresses of the engines that the running product uses: those set in the environment, else those it started. */
export function runningEngines(): Partial<EngineUrls> {
  const started = findRunningEngines(join(dataFolder(), 'engines')) ?? {}
  const names = ['KAFKA_BROKERS', 'MONGODB_URL', 'REDIS_URL', 'ELASTICSEARCH_URL'] as const
  return {
    ...started,
    ...Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  }
}

/** Ends the script with a plain sentence. */
export function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
