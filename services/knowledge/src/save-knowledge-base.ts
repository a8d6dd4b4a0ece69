import { enterpriseFields, type SaveKnowledgeBase } from '@lectern/contracts'
import { CallError, type Cause, notFound, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import { type Chat, settingsOf } from './models/chat.ts'

/**
 * Saves what is given of a chat's settings, and its new picture. What is for enterprise plans may be sent along unchanged.
 * @throws CallError chat_not_found, enterprise_only, invalid, conflict
 */
export async function saveKnowledgeBase(
  { chats, organizations, outboxes, pictures }: Pick<Context, 'chats' | 'organizations' | 'outboxes' | 'pictures'>,
  orgId: number,
  id: string,
  fields: SaveKnowledgeBase,
  image: Buffer | null,
  cause: Cause,
): Promise<Chat> {
  const before = await chats.find(orgId, id)
  if (!before) throw notFound('chat_not_found')
  const settings = fields.name === undefined ? fields : { ...fields, name: fields.name.trim() }
  const isForEnterprise = image !== null || changesLook(before, settings)
  if (isForEnterprise && !(await organizations.find(orgId)).enterprise) throw new CallError('enterprise_only')

  const entry = outboxEntry('kb.changed', cause)
  const { imageUrl: replaces } = before
  const saved = image
    ? await pictures.replace(orgId, image, replaces, (url) => chats.save(orgId, id, settings, { url, replaces }, entry))
    : await chats.save(orgId, id, settings, null, entry)
  if (!saved) throw notFound('chat_not_found')
  outboxes.chats.wake(id)
  return saved
}

function changesLook(chat: Chat, given: SaveKnowledgeBase): boolean {
  const now = settingsOf(chat)
  return enterpriseFields.some((name) => given[name] !== undefined && given[name] !== now[name])
}
