import { resolveSrv } from 'node:dns/promises'
import { connect } from 'node:net'
import { EngineError } from './errors.ts'

const ANSWER_WITHIN_MS = 5000

/** Fails, naming the setting, unless something listens at one of the addresses that an operator's setting names. */
export async function checkGiven(setting: string, value: string, title: string): Promise<void> {
  const addresses = await addressesIn(setting, value)
  const answers = await Promise.all(addresses.map(({ host, port }) => answersAt(host, port)))
  if (answers.includes(true)) return
  const places = addresses.map(({ host, port }) => `${host}:${port}`).join(', ')
  throw new EngineError(
    `${setting} is set, but nothing answers at ${places}. Start ${title} there, correct ${setting}, or unset it and Lectern brings its own.`,
  )
}

interface Address {
  host: string
  port: number
}

const DEFAULT_PORTS: Record<string, number> = { mongodb: 27_017, redis: 6379, rediss: 6379, http: 9200, https: 9200 }

/** Hosts and ports of `host:port,host:port`, with or without a scheme, a user and a path. */
async function addressesIn(setting: string, value: string): Promise<Address[]> {
  const parts = /^(?:(?<scheme>[a-z+]+):\/\/)?(?:[^@/]*@)?(?<hosts>[^/?]+)/.exec(value.trim())?.groups
  const hosts = parts?.hosts?.split(',') ?? []
  if (parts?.scheme === 'mongodb+srv') return await srvAddresses(hosts[0] ?? '')
  const addresses = hosts.map((entry) => {
    const match = /^(?<host>\[[^\]]+\]|[^:]+)(?::(?<port>\d+))?$/.exec(entry.trim())?.groups
    const port = Number(match?.port ?? DEFAULT_PORTS[parts?.scheme ?? ''] ?? 9092)
    return { host: match?.host?.replace(/^\[|\]$/g, '') ?? '', port }
  })
  if (addresses.length === 0 || addresses.some(({ host }) => host === '')) {
    throw new EngineError(`${setting} is set, but no host and port can be read from it. Correct it or unset it.`)
  }
  return addresses
}

async function srvAddresses(host: string): Promise<Address[]> {
  try {
    return (await resolveSrv(`_mongodb._tcp.${host}`)).map(({ name, port }) => ({ host: name, port }))
  } catch {
    return [{ host, port: 27_017 }]
  }
}

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ANSWER_WITHIN_MS })
    const finish = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.once('connect', () => finish(true))
    socket.once('timeout', () => finish(false))
    socket.once('error', () => finish(false))
  })
}
