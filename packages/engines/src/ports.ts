import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { EngineError } from './errors.ts'

/** Free ports are taken from here: systems give none of these to outgoing connections. */
const first = 20_000
const last = 32_000
const mostTries = 1000

/**
 * One port on 127.0.0.1 for each name: the one asked for, or a free one, which no other process that chooses here gets while
 * this one runs. A port that was asked for and is taken is an error that names the setting.
 */
export async function choosePorts<Name extends string>(
  wanted: Record<Name, { port?: number; setting: string }>,
): Promise<Record<Name, number>> {
  const held: Server[] = []
  const ports = {} as Record<Name, number>
  try {
    // All are held until all are known, so that no two names have the same.
    for (const name of Object.keys(wanted) as Name[]) {
      const { port, setting } = wanted[name]
      const server = port === undefined ? await listenAnywhere() : await listen(port, setting)
      held.push(server)
      ports[name] = (server.address() as AddressInfo).port
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))))
  }
  return ports
}

/** On a free port. That it is somebody's shows by the UDP port of the same number, which is held until this process ends. */
async function listenAnywhere(): Promise<Server> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(first, last)
    if (!(await holdUdp(port))) continue
    try {
      return await listen(port, '')
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
    }
  }
  throw new EngineError(`No port from ${first} to ${last} is free. Stop some of what listens there.`)
}

/** False when it is held already. */
const holdUdp = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4').unref()
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })

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
