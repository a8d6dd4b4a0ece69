import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { WebError } from './web-error.ts'

/** Gives the addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>

/** Decides what may be fetched from. Everything it does not let through is a `WebError`. */
export type AddressGuard = {
  /** Judges all that the address itself tells: port, name, and the network address if it is one. */
  check(url: URL): void
  /** The network addresses of a host to connect to, all of them judged. */
  addressesOf(hostname: string, port: number): Promise<string[]>
}

const openPorts = new Set([80, 443, 8080, 8443])
const longestAddress = 2_048
const hostName = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
// Names that mean another host in each network, and those of clouds' metadata.
const privateName =
  /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$|^metadata\./
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
// Looks public, but is the host under each machine of the Azure cloud.
const cloudHosts = new Set(['168.63.129.16'])
const addressesTried = 6

/** Reads an address of a page, relative to `base` if given. @throws WebError bad_address */
export function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text.trim(), base?.href)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.href.length > longestAddress) {
    throw new WebError('bad_address')
  }
  if (url.username !== '' || url.password !== '') {
    throw new WebError('bad_address', { message: 'Use an address without user name and password in it.' })
  }
  // A name may end with the dot of the root; it means the same host.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (isIP(bare(url.hostname)) === 0 && !hostName.test(url.hostname)) throw new WebError('bad_address')
  return url
}

export function createGuard(allowedHosts: string[] = [], resolve: Resolve = resolveBySystem): AddressGuard {
  const allowed = new Set(allowedHosts.map(allowedKey))
  const allowedPorts = new Set(allowedHosts.map((entry) => Number(entry.split(':').at(-1))))
  const isAllowed = (host: string, port: number) => allowed.has(keyOf(host, port))
  const isOpen = (address: string, port: number) =>
    isAllowed(address, port) || (openPorts.has(port) && isPublicAddress(address))
  // A name may turn out to be an allowed address, but only on the port of one.
  const mayBeOpen = (name: string, port: number) =>
    isAllowed(name, port) || (!privateName.test(name) && (openPorts.has(port) || allowedPorts.has(port)))

  return {
    check(url) {
      const host = bare(url.hostname)
      const judge = isIP(host) === 0 ? mayBeOpen : isOpen
      if (!judge(host, portOf(url))) throw new WebError('forbidden_address')
    },
    async addressesOf(hostname, port) {
      const addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname]
      if (addresses.length === 0) throw unknownHost()
      // One private address among public ones is no mistake of an honest site, so it bars them all.
      const areOpen = isAllowed(hostname, port) || addresses.every((address) => isOpen(address, port))
      if (!areOpen) throw new WebError('forbidden_address')
      return addresses.slice(0, addressesTried)
    },
  }
}

export function unknownHost(cause?: unknown): WebError {
  const message = 'There is no site of this name. Check the address for typing errors.'
  return new WebError('unreachable', { message, temporary: false, cause })
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

/** Whether an address belongs to the public internet. IPv4 inside IPv6, in any of its forms, does not. */
function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || cloudHosts.has(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

function allowedKey(entry: string): string {
  const url = /:\d+$/.test(entry) ? URL.parse(`http://${entry}`) : null
  if (!url) throw new Error(`${entry} is not of the form host:port`)
  return keyOf(bare(url.hostname.replace(/\.$/, '')), portOf(url))
}

/** One spelling for each host and port. */
function keyOf(host: string, port: number): string {
  return `${isIP(host) === 0 ? host : ipaddr.parse(host).toString()} ${port}`
}

/** An IPv6 address stands in brackets in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
