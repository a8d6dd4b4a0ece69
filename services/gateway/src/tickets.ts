import { createSecretKey } from 'node:crypto'
import { limits } from '@lectern/contracts'
import { jwtVerify, SignJWT } from 'jose'

/** Lets the visitor of one public chat's page ask there. `host` served the page; `site` shows it in a frame, where it is known. */
export type Ticket = { orgId: number; chatUnqid: string; host: string; site: string | null }

export type Tickets = ReturnType<typeof visitorTickets>

const algorithm = 'HS256'
const audience = 'visitor'
const format = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Whether a token is meant as a ticket; a page's CSRF token is not. */
export const looksLikeTicket = (token: string): boolean => format.test(token)

/** Short-lived signed tickets: they take the place of a cookie on public chat pages. */
export function visitorTickets(secret: string) {
  const key = createSecretKey(Buffer.from(secret))
  return {
    issue: ({ orgId, chatUnqid, host, site }: Ticket): Promise<string> =>
      new SignJWT({ orgId, chatUnqid, host, site })
        .setProtectedHeader({ alg: algorithm })
        .setAudience(audience)
        .setExpirationTime(`${limits.ticketSeconds}s`)
        .sign(key),

    /** What a ticket stands for, or null where it does not hold for this host; `lateSeconds` after its end it still does. */
    async read(token: string, host: string, lateSeconds = 0): Promise<Ticket | null> {
      try {
        const options = { audience, algorithms: [algorithm], clockTolerance: lateSeconds }
        const { payload } = await jwtVerify<Ticket>(token, key, options)
        const { orgId, chatUnqid, site } = payload
        return payload.host === host ? { orgId, chatUnqid, host, site } : null
      } catch {
        return null
      }
    },
  }
}
