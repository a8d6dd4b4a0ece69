import Type, { type Static } from 'typebox'
import type { Resolve } from './address-guard.ts'

/** Settings of fetching; a service spreads them into the schema of its environment. */
export const webSettings = {
  WEB_USER_AGENT: Type.String({
    default: 'Lectern/1.0',
    pattern: '^[A-Za-z0-9_-]+(/[\\x20-\\x7e]*)?$',
    description: 'How sites are told who fetches their pages; robots.txt is obeyed under the name before the slash',
  }),
  WEB_FROM: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]+@[\\x21-\\x7e]+$',
      description: 'Mail address at which sites can complain about the fetching',
    }),
  ),
  WEB_ALLOWED_HOSTS: Type.String({
    default: '',
    pattern: '^(\\s*[^\\s,/@]+:\\d+\\s*(,|$))*$',
    description: 'Hosts of the private network that may be fetched from all the same: host:port, comma separated',
  }),
}

const webConfig = Type.Object(webSettings)

/** How pages are fetched. */
export type WebOptions = {
  userAgent?: string
  from?: string
  /** `host:port` that may be fetched from though it is private. A name stands for whatever addresses it has. */
  allowedHosts?: string[]
  /** The addresses of a name, in place of the system's resolver. */
  resolve?: Resolve
}

/** What the settings say, for `fetchPage` and `crawlSite`. */
export function webOptions(config: Static<typeof webConfig>): WebOptions {
  return {
    userAgent: config.WEB_USER_AGENT,
    from: config.WEB_FROM,
    allowedHosts: config.WEB_ALLOWED_HOSTS.split(',')
      .map((host) => host.trim())
      .filter((host) => host !== ''),
  }
}
