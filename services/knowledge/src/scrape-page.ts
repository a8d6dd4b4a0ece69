import { limits } from '@lectern/contracts'
import { type Cause, invalid } from '@lectern/service'
import { parseAddress } from '@lectern/web/address-guard'
import { WebError } from '@lectern/web/web-error'
import type { Context } from './app.ts'
import type { ChatFile } from './models/file.ts'
import { recordFile } from './record-file.ts'

/**
 * Makes the file of a web page, named by its address until the page is fetched.
 * @throws CallError chat_not_found, file_limit, invalid
 */
export function scrapePage(
  context: Context,
  orgId: number,
  { chatId, address }: { chatId: string; address: string },
  cause: Cause,
): Promise<ChatFile> {
  const url = checkAddress(address, 'scrape_url')
  const _id = crypto.randomUUID().replaceAll('-', '')
  const page = { _id, chatId, url, name: url.slice(0, limits.name), ext: '', mime: '', size: 0 }
  return recordFile(context, orgId, { ...page, blobKey: `${orgId}/${_id}` }, cause, { toFetch: true })
}

/** The address as it will be fetched; whether it may be shows only then. @throws CallError invalid, on the field */
export function checkAddress(address: string, field: string): string {
  try {
    return parseAddress(address).href
  } catch (error) {
    if (error instanceof WebError) throw invalid({ [field]: [error.message] })
    throw error
  }
}
