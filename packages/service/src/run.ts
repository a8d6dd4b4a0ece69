import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import { readConfig } from './config.ts'

const stopWithinMs = 10_000

/** Runs a service: reads its settings, starts it, and stops it gracefully on SIGTERM or SIGINT. */
export async function run<S extends TObject>(
  schema: S,
  buildApp: (config: Static<S>) => Promise<Pick<FastifyInstance, 'listen' | 'close' | 'log'>>,
): Promise<void> {
  let config: Static<S>
  try {
    config = readConfig(schema, process.env)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
  const app = await buildApp(config)
  const stop = (signal: string) => {
    app.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    app.close().then(
      () => process.exit(0),
      (error) => {
        app.log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'unhandled rejection'))
  try {
    const { HOST, PORT } = config as { HOST: string; PORT: number }
    await app.listen({ host: HOST, port: PORT })
  } catch (error) {
    app.log.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
}
