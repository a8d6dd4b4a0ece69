import type { IdentifiedVisitor } from '@lectern/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { jwtVerify } from 'jose'
import type { Context } from './app.ts'

const algorithm = 'HS256'
const longest = 255

/**
 * Who a visitor is, by a token that the organization's own server signed with its secret. One that does not hold, or never
 * ends, tells of nobody: the visitor is answered all the same.
 */
export async function identifyVisitor(
  { secrets }: Pick<Context, 'secrets'>,
  orgId: number,
  token: string | undefined,
  log: FastifyBaseLogger,
): Promise<IdentifiedVisitor | undefined> {
  if (!token) return undefined
  try {
    const { secret } = await secrets.read(orgId)
    const { payload } = await jwtVerify(token, Buffer.from(secret), {
      algorithms: [algorithm],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 60,
    })
    return { id: text(payload.sub), name: text(payload.name), email: text(payload.email) }
  } catch (err) {
    log.info({ code: (err as { code?: string }).code }, 'a visitor was identified in vain')
    return undefined
  }
}

const text = (claim: unknown) => (typeof claim === 'string' ? claim.trim().slice(0, longest) : '')
