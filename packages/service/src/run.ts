import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import mongoose from 'mongoose'
import type { Static, TObject } from 'typebox'
import { readConfig } from './config.ts'

/** So many may connect at once; the system allows for fewer where it is set so. */
const backlog = 4096

type StartSettings = { HOST: string; PORT: number; DRAIN_SECONDS: number; STOP_SECONDS: number }
type Service = Pick<FastifyInstance, 'listen' | 'close' | 'log' | 'server' | 'preparation' | 'isDraining'>

/**
 * Runs a service: reads its settings, starts it, and stops it gracefully on SIGTERM or SIGINT.
 * With `--prepare` it makes what it needs in the engines (topics, indexes) and ends, without taking any work.
 */
export async function run<S extends TObject>(
  schema: S,
  buildApp: (config: Static<S>) => Promise<Service>,
): Promise<void> {
  let config: Static<S>
  try {
    config = readConfig(schema, process.env)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
  // Building waits for the engines, and the first process of a container dies only of signals that it listens to.
  let stop: (signal: string, number: number) => unknown = (_signal, number) => process.exit(128 + number)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, (name: string, number: number) => stop(name, number))
  const app = await buildApp(config)
  if (process.argv.includes('--prepare')) return prepare(app)
  const { HOST, PORT, DRAIN_SECONDS, STOP_SECONDS } = config as StartSettings
  stop = async (signal) => {
    app.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), 1000 * (DRAIN_SECONDS + STOP_SECONDS)).unref()
    app.isDraining = true
    try {
      await pause(1000 * DRAIN_SECONDS)
      await Promise.race([endOfCalls(app.server), pause(800 * STOP_SECONDS)])
      await app.close()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'did not stop cleanly')
      process.exit(1)
    }
  }
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'unhandled rejection'))
  try {
    await app.listen({ host: HOST, port: PORT, backlog })
  } catch (error) {
    app.log.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
}

/** Nobody new is let in; who is being answered gets the rest of the answer. */
async function endOfCalls(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await closed
}

async function prepare(app: Service): Promise<void> {
  const models = mongoose.connections.flatMap((connection) => Object.values(connection.models))
  try {
    await Promise.all([...models.map((model) => model.init()), ...app.preparation.map((step) => step())])
    app.log.info({ collections: models.length }, 'prepared')
  } catch (error) {
    app.log.fatal({ err: error }, 'could not prepare')
    process.exitCode = 1
  }
  await app.close()
  process.exit()
}
