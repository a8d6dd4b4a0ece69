import { limits, userTypes } from '@lectern/contracts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { CallError } from './errors.ts'

/** Who asks: a signed-in user, or the visitor of one public chat. */
export type User = {
  kind: 'user'
  userId: string
  orgId: number
  typeId: number
  isRoot: boolean
  verified: boolean
  email: string
  sessionId: string
}
export type Visitor = { kind: 'visitor'; orgId: number; chatUnqid: string }
export type Identity = User | Visitor

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
  }
}

const algorithm = 'EdDSA'

/** Signs identities as tokens of at most 60 s for one service (the audience). Only the gateway holds the key. */
export async function identitySigner(privateKey: string) {
  const jwk = JSON.parse(privateKey) as JWK
  const key = await importJWK(jwk, algorithm)
  return (identity: Identity, audience: string): Promise<string> =>
    new SignJWT({ identity })
      .setProtectedHeader({ alg: algorithm, kid: jwk.kid })
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${limits.identitySeconds}s`)
      .sign(key)
}

/** Gives each request its `identity` from the bearer token, or null; a token that does not verify is 401. */
export const identityPlugin = fp(async (app, options: { service: string; jwks: string }) => {
  const keys = createLocalJWKSet(JSON.parse(options.jwks) as JSONWebKeySet)
  // The gateway sends a token more than once; it is checked once, and forgotten when it ends.
  const verified = new LRUCache<string, Identity>({ max: 5000, perf: { now: () => Date.now() } })
  const verify = async (token: string): Promise<Identity> => {
    const known = verified.get(token)
    if (known) return known
    const { payload } = await jwtVerify(token, keys, {
      audience: options.service,
      algorithms: [algorithm],
      requiredClaims: ['exp'],
    })
    const identity = payload.identity as Identity
    const ttl = 1000 * (payload.exp ?? 0) - Date.now()
    if (ttl > 0) verified.set(token, identity, { ttl })
    return identity
  }
  app.decorateRequest('identity', null)
  app.addHook('onRequest', async (request) => {
    const token = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1]
    if (!token) return
    try {
      request.identity = await verify(token)
    } catch (cause) {
      throw new CallError('unauthenticated', { cause })
    }
    request.log = request.log.child({ org: request.identity.orgId })
  })
})

/** The signed-in user of a request. @throws CallError unauthenticated */
export function userOf(request: FastifyRequest): User {
  if (request.identity?.kind !== 'user') throw new CallError('unauthenticated')
  return request.identity
}

/** @throws CallError unauthenticated, forbidden */
export function adminOf(request: FastifyRequest): User {
  const user = userOf(request)
  if (user.typeId < userTypes.admin) throw new CallError('forbidden')
  return user
}

/** A user who may do everything on the whole platform. @throws CallError unauthenticated, forbidden */
export function rootOf(request: FastifyRequest): User {
  const user = userOf(request)
  if (!user.isRoot) throw new CallError('forbidden')
  return user
}

/** A user or a chat's visitor. @throws CallError unauthenticated */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new CallError('unauthenticated')
  return request.identity
}
