import { limits } from '@lectern/contracts'
import { type Identity, identitySigner } from '@lectern/service'
import { LRUCache } from 'lru-cache'

/** Long enough for a token to be used for a while, and so short that none is sent in its last seconds. */
const reusedSeconds = limits.identitySeconds - 15

export type TokenFor = (identity: Identity, service: string) => Promise<string>

/** Signs who asks, for one service. The same identity gets the same token for some seconds: signing is the dearest part of a call. */
export async function identityTokens(signingKey: string): Promise<TokenFor> {
  const sign = await identitySigner(signingKey)
  const tokens = new LRUCache<string, Promise<string>>({ max: 20_000, ttl: reusedSeconds * 1000 })
  return (identity, service) => {
    const key = `${service} ${JSON.stringify(identity)}`
    const known = tokens.get(key)
    if (known) return known
    const token = sign(identity, service)
    tokens.set(key, token)
    return token
  }
}
