import { createSecretKey, randomBytes } from 'node:crypto'
import { limits } from '@lectern/contracts'
import { jwtVerify, SignJWT } from 'jose'

/**
 * Lets the visitor of one public chat's page ask there. `host` served the page; `site` shows it in a frame, where it is known;
 * `visitor` is made with the page and lives as long as it.
 */
export type Ticket = { orgId: number; chatUnqid: string; host: string; site: string | null; visitor: string }

export type Tickets = ReturnType<typeof visitorTickets>

const algorithm = 'HS256'
const audience = 'visitor'
const format = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Whether a token is meant as a ticket; a page's CSRF token is not. */
export const looksLikeTicket = (token: string): boolean => format.test(token)

const newVisitor = () => randomBytes(9).toString('base64url')

type Issued = Omit<Ticket, 'visitor'> & Partial<Pick<Ticket, 'visitor'>>

/** Short-lived signed tickets: they take the place of a cookie on public chat pages. */
export function visitorTickets(secret: string) {
  const key = createSecretKey(Buffer.from(secret))
  return {
    /** The ticket of a page that is opened, or where a visitor is named of one that goes on. */
    issue: ({ orgId, chatUnqid, host, site, visitor = newVisitor() }: Issued): Promise<string> =>
      new SignJWT({ orgId, chatUnqid, host, site, visitor })
        .setProtectedHeader({ alg: algorithm })
        .setAudience(audience)
        .setExpirationTime(`${limits.ticketSeconds}s`)
        .sign(key),

    /** What a ticket stands for, or null where it does not hold for this host; `lateSeconds` after its end it still does. */
    async read(token: string, host: string, lateSeconds = 0): Promise<Ticket | null> {
      try {
        const options = { audience, algorithms: [algorithm], clockTolerance: lateSeconds }
        const { payload } = await jwtVerify<Ticket>(token, key, options)
        const { orgId, chatUnqid, site, visitor } = payload
        return payload.host === host ? { orgId, chatUnqid, host, site, visitor } : null
      } catch {
        return null
      }
    },
  }
}
