import { check, PublicChatAnswer, readPublicChat } from '@lectern/contracts'
import { CallError } from '@lectern/service'
import { LRUCache } from 'lru-cache'
import { Value } from 'typebox/value'
import type { Upstream } from './upstream.ts'

/** What the public page of a chat shows, or null where there is no such chat. @throws CallError unavailable */
export type ReadChat = (params: unknown) => Promise<PublicChatAnswer | null>

const withinMs = 3000
const rememberedMs = 3000

/** Chats are remembered for a moment: a page that many load at once is read once. While the chats' service is away, what was known serves on. */
export function chatReader(upstream: Upstream): ReadChat {
  const memory = new LRUCache<string, { chat: PublicChatAnswer | null }>({
    max: 5000,
    ttl: rememberedMs,
    fetchMethod: async (path, known) => {
      try {
        return { chat: await readChat(upstream, path) }
      } catch (error) {
        if (known) return known
        throw error
      }
    },
  })
  return async (given) => {
    const params = check(readPublicChat.schema.params, given, true)
    if (!params.ok) return null
    const { organization_id, unqid } = params.value
    const path = `/api/w/public-chats/${organization_id}/${encodeURIComponent(unqid)}`
    return (await memory.fetch(path))?.chat ?? null
  }
}

async function readChat(upstream: Upstream, path: string): Promise<PublicChatAnswer | null> {
  try {
    const { status, body } = await upstream.read('chat', path, withinMs)
    if (status === 404) return null
    return Value.Parse(PublicChatAnswer, body)
  } catch (cause) {
    throw new CallError('unavailable', { cause, retryAfterSeconds: 2 })
  }
}
