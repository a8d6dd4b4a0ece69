import assert from 'node:assert/strict'
import type { KnowledgeBase, KnowledgeBaseFile } from '@lectern/contracts'
import { createClient, until } from '@lectern/testing'

export type Account = Awaited<ReturnType<typeof signUp>>

/** A new account with its organization, over HTTP as a browser would make it. */
export async function signUp(url: string, name = 'Ada Byron', email = `${crypto.randomUUID()}@example.com`) {
  const client = createClient(url)
  const password = 'correct horse'
  await client.open('/signup')
  const registered = await client.send('POST', '/api/register', {
    name,
    email,
    password,
    passwordConfirmation: password,
  })
  assert.equal(registered.status, 200, JSON.stringify(registered.body))
  await client.open('/')

  const status = async (chat: KnowledgeBase) =>
    (await client.send<{ kb: KnowledgeBase }>('GET', `/api/w/knowledge-bases/status?id=${chat.id}`)).body.kb
  return {
    email,
    password,
    ...client,

    async createChat(chatName: string): Promise<KnowledgeBase> {
      const { status: code, body } = await client.send<{ knowledge_base: KnowledgeBase }>(
        'POST',
        '/api/w/knowledge-bases',
        {
          name: chatName,
        },
      )
      assert.equal(code, 200, JSON.stringify(body))
      return body.knowledge_base
    },

    upload(chat: Pick<KnowledgeBase, 'id'>, fileName: string, content: Uint8Array | string | Blob) {
      const form = new FormData()
      form.append('id', chat.id)
      form.append('r_ref', fileName)
      form.append('file', content instanceof Blob ? content : new Blob([Buffer.from(content)]), fileName)
      return client.send<{ file: KnowledgeBaseFile; r_ref: string; message: string; code: string }>(
        'POST',
        '/api/w/knowledge-base-files',
        form,
      )
    },

    async files(chat: KnowledgeBase): Promise<KnowledgeBaseFile[]> {
      const { body } = await client.send<{ files: KnowledgeBaseFile[] }>(
        'GET',
        `/api/w/knowledge-base-files?id=${chat.id}`,
      )
      return body.files
    },

    /** The chat once none of its files is being read any more. */
    settled: (chat: KnowledgeBase, withinMs?: number) =>
      until(
        'the chat to be ready or failed',
        async () => {
          const now = await status(chat)
          return now.is_ready || now.is_failed ? now : null
        },
        withinMs,
      ),
  }
}
