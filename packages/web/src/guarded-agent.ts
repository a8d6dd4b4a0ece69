import { isIPv6, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'

type Times = { connectMs: number; idleMs: number }

// Some sites send long security policies and many cookies.
const maxHeaderSize = 64 * 1024

/**
 * Connects only to addresses that the guard has judged: a name is resolved once, here, and these very addresses are
 * connected to, so that a second, different answer of its name server changes nothing.
 */
export function createGuardedAgent(guard: AddressGuard, { connectMs, idleMs }: Times): Agent {
  return new Agent({
    maxHeaderSize,
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    connect(options, callback) {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
      guard.addressesOf(options.hostname, port).then(
        (addresses) => {
          const connect = buildConnector({ timeout: connectMs, autoSelectFamily: true, lookup: answering(addresses) })
          connect(options, callback)
        },
        (error) => callback(error, null),
      )
    },
  })
}

function answering(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_hostname, { all }, callback) => {
    const [first] = found
    if (all || !first) callback(null, found)
    else callback(null, first.address, first.family)
  }
}
