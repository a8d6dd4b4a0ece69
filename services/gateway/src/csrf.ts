import { createHmac, timingSafeEqual } from 'node:crypto'

export type Csrf = ReturnType<typeof csrfTokens>

/** What a page's token is bound to: the session of its reader, or the guest cookie of one who is not logged in. */
type Holder = 'session' | 'guest'

/** Tokens that show a call to come from one of our pages: another site can neither read them nor make them up. */
export function csrfTokens(secret: string) {
  const tokenOf = (holder: Holder, id: string) =>
    createHmac('sha256', secret).update(`csrf ${holder} ${id}`).digest('base64url')
  return {
    tokenOf,
    isTokenOf(holder: Holder, id: string, given: string): boolean {
      const [wanted, sent] = [Buffer.from(tokenOf(holder, id)), Buffer.from(given)]
      return wanted.length === sent.length && timingSafeEqual(wanted, sent)
    },
  }
}
