import { Readable } from 'node:stream'
import { gridFsBlobs } from '@lectern/blobs'
import type { Answer, AnswerStreamEvents } from '@lectern/contracts'
import type { EventPayload } from '@lectern/contracts/events'
import { type Identity, readConfig } from '@lectern/service'
import {
  asIdentity,
  type ClaudeBehaviour,
  startClaude,
  startEmbedder,
  startService,
  testBus,
  testSpace,
  testUser,
  until,
} from '@lectern/testing'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'
import { Config } from '../src/config.ts'

export type StreamEvent = {
  [E in keyof AnswerStreamEvents]: { event: E; data: AnswerStreamEvents[E] }
}[keyof AnswerStreamEvents]

type Chat = { id: string; unqid: string; orgId: number }

/**
 * The chat service on the real engines, the other services' events from outside, and the stand-ins it is set to use.
 * `documents` starts ingestion too, as the process it is.
 */
export async function startChatSpace(
  options: { claude?: Partial<ClaudeBehaviour>; documents?: boolean; settings?: Record<string, string> } = {},
) {
  const space = testSpace()
  const embedder = await startEmbedder()
  const claude = options.claude ? await startClaude(options.claude) : null
  const settings = {
    ...strings(space.config),
    ...strings(embedder.settings),
    ...(claude ? { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: claude.url } : {}),
    ANTHROPIC_TIMEOUT_SECONDS: '2',
    ...options.settings,
  }
  const outside = await testBus(space.config, [
    'document.ingested',
    'conversation.answered',
    'conversation.deleted',
    'quota.reached',
  ])
  const ingestion = options.documents ? await startService('ingestion', settings) : null
  const database = (service: string) =>
    mongoose.createConnection(space.config.MONGODB_URL, {
      dbName: `${space.namespace.replaceAll('-', '_')}_${service}`,
    })
  const originals = await database('blobs').asPromise()
  const blobs = gridFsBlobs(originals)
  const app = await buildApp(readConfig(Config, settings))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await until('chat to be ready', async () => (await fetch(`${url}/ready`)).ok, 60_000)

  const headersOf = (identity: Identity | null) => (identity ? asIdentity(identity, 'chat') : {})

  async function call(method: string, path: string, identity: Identity | null = testUser()) {
    const answer = await fetch(url + path, { method, headers: await headersOf(identity) })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }

  async function post(path: string, body: object, identity: Identity | null = testUser()) {
    const headers = { 'content-type': 'application/json', ...(await headersOf(identity)) }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }

  /** Asks a question; a plain object goes as JSON. */
  async function send(
    body: object | FormData | string,
    identity: Identity | null = testUser(),
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const isJson = !(body instanceof FormData)
    return fetch(`${url}/api/w/messages`, {
      method: 'POST',
      headers: {
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(await headersOf(identity)),
        ...headers,
      },
      body: isJson && typeof body !== 'string' ? JSON.stringify(body) : (body as FormData | string),
      signal,
    })
  }

  return {
    space,
    settings,
    url,
    claude,
    outside,
    database,
    call,
    post,
    send,

    async ask(body: object, identity?: Identity | null) {
      const answer = await send(body, identity)
      return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
    },

    /** All events of a streamed answer. */
    async stream(body: object, identity?: Identity): Promise<StreamEvent[]> {
      const answer = await send(body, identity, { accept: 'text/event-stream' })
      if (!answer.headers.get('content-type')?.startsWith('text/event-stream'))
        throw new Error(`not a stream: ${answer.status} ${await answer.text()}`)
      return eventsOf(await answer.text())
    },

    /** A chat as knowledge tells of it, once this service knows it. */
    async addChat(
      fields: Partial<Omit<EventPayload<'kb.changed'>, '$typeName' | '$unknown'>> & { orgId?: number } = {},
    ): Promise<Chat> {
      const { orgId = 1, ...told } = fields
      const id = crypto.randomUUID()
      const unqid = `public-${id.slice(0, 8)}`
      await outside.send(
        'kb.changed',
        { orgId, aggregateId: id },
        { unqid, name: 'Handbook', fileCount: 1, isReady: true, ...told },
      )
      await until(
        'the chat to be known',
        async () => (await call('GET', `/api/w/public-chats/${orgId}/${unqid}`)).status === 200,
      )
      return { id, unqid, orgId }
    },

    /** A text file of the chat, or the page of an address, once its passages can be found. */
    async addDocument(chat: Chat, name: string, content: string | Uint8Array, url = ''): Promise<string> {
      const fileId = crypto.randomUUID()
      const blobKey = `${chat.orgId}/${chat.id}/${fileId}`
      await blobs.put(blobKey, Readable.from([Buffer.from(content)]))
      await outside.send(
        'document.uploaded',
        { orgId: chat.orgId, aggregateId: fileId },
        { kbId: chat.id, name, blobKey, url, ext: 'html' },
      )
      await until('the document to be read', () =>
        outside.received.some(({ type, aggregateId }) => type === 'document.ingested' && aggregateId === fileId),
      )
      return fileId
    },

    /** What is left of an organization's allowance, and of how many. */
    async allowance(orgId = 1): Promise<{ remaining: number; total: number }> {
      const { body } = await call('GET', '/api/w/dashboard', testUser({ orgId }))
      return { remaining: body.chat_remaining, total: body.chat_total }
    },

    async close() {
      await app.close()
      await ingestion?.stop()
      await Promise.all([outside.close(), originals.close(), embedder.close(), claude?.close()])
      await space.remove()
    },
  }
}

/** The visitor of a chat's public page. */
export const visitorOf = ({ orgId, unqid }: Chat): Identity => ({ kind: 'visitor', orgId, chatUnqid: unqid })

export const strings = (settings: object): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

export const eventsOf = (text: string): StreamEvent[] =>
  [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(
    ([, event, data = '']) => ({ event, data: JSON.parse(data) }) as StreamEvent,
  )

/** What a reader of the stream has in the end: the last sources, and the text since the last restart. */
export function readThrough(events: StreamEvent[]): { text: string; sources: Answer['data']['sources'] } {
  let text = ''
  let sources: Answer['data']['sources'] = []
  for (const { event, data } of events) {
    if (event === 'restart') text = ''
    if (event === 'delta') text += data.text
    if (event === 'sources') sources = data.sources
  }
  return { text, sources }
}

export const doneOf = (events: StreamEvent[]): Answer => {
  const last = events.at(-1)
  if (last?.event !== 'done') throw new Error(`the stream ended with ${last?.event}`)
  return last.data
}
