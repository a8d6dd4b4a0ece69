import type { Processes } from './processes.ts'

export type EngineName = 'kafka' | 'elasticsearch' | 'mongodb' | 'redis'

/** What an engine is given to start with. */
export interface EngineContext {
  port: number
  /** The folder for this engine's data; it may not exist yet. */
  dataDir: string
  /** The folder for the logs of all engines. */
  logs: string
  processes: Processes
  log: (line: string) => void
  /** The home of a JDK that is new enough. */
  jdk: () => Promise<string>
  /** Settles when Maven can be used. */
  maven: () => Promise<void>
}

/** One engine as a package on this machine. */
export interface Engine {
  title: string
  /** Fetches it if need be, starts it and returns when it is ready to be used. */
  start: (context: EngineContext) => Promise<void>
}
