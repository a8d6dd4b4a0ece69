import { createServer, type Server } from 'node:net'
import { EngineError } from './errors.ts'

/**
 * One port on 127.0.0.1 for each name: the one asked for, or a free one. A port that was asked for and is taken is an
 * error that names the setting.
 */
export async function choosePorts<Name extends string>(
  wanted: Record<Name, { port?: number; setting: string }>,
): Promise<Record<Name, number>> {
  const held: Server[] = []
  const ports = {} as Record<Name, number>
  try {
    // All are held until all are known, so that two names never get the same free port.
    for (const name of Object.keys(wanted) as Name[]) {
      const server = await listen(wanted[name].port ?? 0, wanted[name].setting)
      held.push(server)
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('A TCP server has no port')
      ports[name] = address.port
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))))
  }
  return ports
}

/** The port in an environment variable; undefined when it is not set. */
export function portFrom(env: NodeJS.ProcessEnv, setting: string): number | undefined {
  const text = env[setting]
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new EngineError(`${setting} is set to "${text}", which is not a port. Set it to a number from 1 to 65535.`)
  }
  return port
}

function listen(port: number, setting: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new EngineError(`Port ${port} is taken. Stop what uses it, set ${setting} to another port, or unset it.`),
        )
      } else if (error.code === 'EACCES') {
        reject(new EngineError(`Port ${port} may not be used by this user. Set ${setting} to one above 1023.`))
      } else reject(error)
    })
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server))
  })
}
