import type { PublicChat } from '@lectern/contracts'
import { metaContent } from '@lectern/conversation'

/** The chat that the server wrote into the page's head, or null where there is none. */
export function readChat(): PublicChat | null {
  const organization = metaContent('organization')
  const kb = metaContent('kb')
  return organization && kb ? { organization: JSON.parse(organization), kb: JSON.parse(kb) } : null
}
