import { timingSafeEqual } from 'node:crypto'
import { limits } from '@lectern/contracts'
import { macOf } from '@lectern/service'
import type { InviteCopy } from './models/invite-copy.ts'
import type { User } from './models/user.ts'

/** 32 characters that nobody takes for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export type Tokens = ReturnType<typeof createTokens>

/** Codes and links for the mails. They are made of the secret when they are needed, so that none is kept anywhere. */
export function createTokens(secret: string) {
  const signed = (id: string, ...parts: string[]) => `${id}.${macOf(secret, ...parts, id).toString('base64url')}`
  const verification = ({ _id, email }: Pick<User, '_id' | 'email'>) => signed(_id, 'auth verification', email)
  const invite = ({ _id }: Pick<InviteCopy, '_id'>) => signed(_id, 'auth invite')
  return {
    resetCode: (resetId: string): string =>
      Array.from(macOf(secret, 'auth reset', resetId).subarray(0, limits.resetCode), (byte) =>
        alphabet.charAt(byte % alphabet.length),
      ).join(''),

    verification,
    invite,

    /** Which user or invitation a link is for, as it says itself. */
    idOf: (token: string): string => token.slice(0, token.indexOf('.')),

    isVerification: (user: Pick<User, '_id' | 'email'>, token: string): boolean => isSame(token, verification(user)),
    isInvite: (of: Pick<InviteCopy, '_id'>, token: string): boolean => isSame(token, invite(of)),
  }
}

/** Takes the same time wherever they differ. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
