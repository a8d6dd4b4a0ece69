import { timingSafeEqual } from 'node:crypto'
import { limits } from '@lectern/contracts'
import { macOf } from '@lectern/service'
import type { User } from './models/user.ts'

/** 32 characters that nobody takes for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export type Tokens = ReturnType<typeof createTokens>

/** Codes and links for the mails. They are made of the secret when they are needed, so that none is kept anywhere. */
export function createTokens(secret: string) {
  const verificationMac = (userId: string, email: string) =>
    macOf(secret, 'auth verification', userId, email).toString('base64url')
  return {
    resetCode: (resetId: string): string =>
      Array.from(macOf(secret, 'auth reset', resetId).subarray(0, limits.resetCode), (byte) =>
        alphabet.charAt(byte % alphabet.length),
      ).join(''),

    verification: ({ _id, email }: Pick<User, '_id' | 'email'>): string => `${_id}.${verificationMac(_id, email)}`,

    /** Whom a link is for, as it says itself. */
    userIdOf: (token: string): string => token.slice(0, token.indexOf('.')),

    isVerification: ({ _id, email }: Pick<User, '_id' | 'email'>, token: string): boolean =>
      isSame(token, `${_id}.${verificationMac(_id, email)}`),
  }
}

/** Takes the same time wherever they differ. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
