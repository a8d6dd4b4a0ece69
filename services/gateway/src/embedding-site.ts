import { isOfDomains, type PublicChatAnswer } from '@lectern/contracts'
import type { FastifyRequest } from 'fastify'
import type { Context } from './app.ts'

/**
 * The site whose page shows a chat in a frame, by what the browser tells: the loader asks it to send the site's origin as referrer.
 * Null where it is a page of our own, no frame at all, or not told. A browser cannot be made to tell another site's name, and
 * `frame-ancestors` keeps it from showing the frame where a site has it tell nothing; what is no browser can tell anything,
 * and gets no more than the chat's public page gives to everybody.
 */
export function embeddingSite({ publicHost }: Context, { headers, host }: FastifyRequest): string | null {
  const { referer = '' } = headers
  if (headers['sec-fetch-dest'] === 'document' || !URL.canParse(referer)) return null
  const site = new URL(referer)
  return site.host === host || site.host === publicHost ? null : site.origin
}

export const mayEmbed = ({ allowed_domains }: PublicChatAnswer, site: string | null): boolean =>
  site === null || isOfDomains(allowed_domains, site)
