import { type Cause, notFound, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { checkRoomForChat, places } from './check-room.ts'
import type { Chat } from './models/chat.ts'

/** Makes a chat where the organization's plan has room for it. @throws CallError chat_limit, organization_not_found */
export async function createKnowledgeBase(context: Context, orgId: number, name: string, cause: Cause): Promise<Chat> {
  const { chats, gates, outboxes, removal } = context
  if (await removal.isGone(orgId)) throw notFound('organization_not_found')
  const id = crypto.randomUUID().replaceAll('-', '')
  const chat = await gates.enter(
    orgId,
    { id, of: places.chats },
    (others) => checkRoomForChat(context, orgId, others),
    () => chats.create(orgId, id, name, outboxEntry('kb.changed', cause)),
  )
  outboxes.chats.wake(id)
  return chat
}
