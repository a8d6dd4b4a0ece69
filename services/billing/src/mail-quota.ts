import { timestampDate } from '@bufbuild/protobuf/wkt'
import { mailEntry } from '@lectern/mail'
import type { IncomingEvent } from '@lectern/service'
import type { Context } from './app.ts'

/** Has the owner told how much of the period's chats is used. */
export async function mailQuota(
  { subscribers, mails }: Pick<Context, 'subscribers' | 'mails'>,
  { id, orgId, payload: { percent, total, resets } }: IncomingEvent<'quota.reached'>,
): Promise<void> {
  if (!resets) return
  await subscribers.open(orgId)
  await subscribers.mailQuota(orgId, id, { total, resets: timestampDate(resets) }, mailEntry(`quota-${percent}`))
  mails.wake()
}
