import { check, PublicChat, readPublicChat } from '@lectern/contracts'
import { CallError } from '@lectern/service'
import { Value } from 'typebox/value'
import type { Upstream } from './upstream.ts'

const withinMs = 3000

/** What the public page of a chat shows, or null where there is no such chat. @throws CallError unavailable */
export async function readChatOfPage(upstream: Upstream, given: unknown): Promise<PublicChat | null> {
  const params = check(readPublicChat.schema.params, given, true)
  if (!params.ok) return null
  const { organization_id, unqid } = params.value
  const path = `/api/w/public-chats/${organization_id}/${encodeURIComponent(unqid)}`
  try {
    const { status, body } = await upstream.read('chat', path, withinMs)
    if (status === 404) return null
    return Value.Parse(PublicChat, body)
  } catch (cause) {
    throw new CallError('unavailable', { cause, retryAfterSeconds: 2 })
  }
}
