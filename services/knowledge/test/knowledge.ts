import { after, before } from 'node:test'
import { gridFsBlobs } from '@lectern/blobs'
import type { KnowledgeBase, KnowledgeBaseFile } from '@lectern/contracts'
import type { User } from '@lectern/service'
import { asIdentity, testBus, testSpace, testUser, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'

export type FilePart = { name: string; content: string | Uint8Array }
export type Part = [field: string, value: string | FilePart]

/** The service on engines of its own corner, for one test file: HTTP and events in, state, events and blobs out. */
export async function startKnowledge() {
  const space = testSpace()
  const outside = await testBus(space.config, [
    'kb.changed',
    'kb.deleted',
    'document.uploaded',
    'document.deleted',
    'crawl.requested',
    'crawl.deleted',
  ])
  const app = await buildApp(space.config)
  const database = (name: string) =>
    mongoose
      .createConnection(space.config.MONGODB_URL, { dbName: `${space.namespace.replaceAll('-', '_')}_${name}` })
      .asPromise()
  const [originals, state] = await Promise.all([database('blobs'), database('knowledge')])

  before(() => app.ready())
  after(async () => {
    await Promise.all([app.close(), outside.close()])
    await Promise.all([originals.close(), state.close()])
    await space.remove()
  })

  const headers = (user: Partial<User> = {}) => asIdentity(testUser(user), 'knowledge')

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { body, user }: { body?: object; user?: Partial<User> } = {},
  ) => app.inject({ method, url, headers: await headers(user), ...(body ? { payload: body } : {}) })

  /** Sends the parts as a form, in this order. */
  const sendForm = async (url: string, parts: Part[], user?: Partial<User>) => {
    const { body, type } = await encodeForm(parts)
    return app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { ...(await headers(user)), 'content-type': type },
    })
  }

  const createChat = async (name = 'Handbook', user?: Partial<User>): Promise<KnowledgeBase> =>
    (await call('POST', '/api/w/knowledge-bases', { body: { name }, ...(user ? { user } : {}) })).json().knowledge_base

  const status = async (id: string): Promise<KnowledgeBase> =>
    (await call('GET', `/api/w/knowledge-bases/status?id=${id}`)).json().kb

  const listFiles = async (id: string): Promise<KnowledgeBaseFile[]> =>
    (await call('GET', `/api/w/knowledge-base-files?id=${id}`)).json().files

  const upload = (chatId: string, file: FilePart) =>
    sendForm('/api/w/knowledge-base-files', [
      ['id', chatId],
      ['file', file],
    ])

  const uploaded = async (chatId: string, file: FilePart = { name: 'note.txt', content: 'A note.' }) =>
    (await upload(chatId, file)).json().file as KnowledgeBaseFile

  const heard = (type: string, aggregateId: string) =>
    until(`${type} of ${aggregateId}`, () =>
      outside.received.find((event) => event.type === type && event.aggregateId === aggregateId),
    )

  let version = 0
  /** Tells what organization 1 is now; returns when the service knows it. */
  const tellOrganization = async (enterprise: boolean) => {
    const name = `Organization ${++version}`
    const look = { name, color: '#112233', imageUrl: '/api/w/images/logo' }
    const about = { orgId: 1, aggregateId: '1', version }
    await outside.send('organization.changed', about, { ...look, ownerId: 'user-1', enterprise, planId: 1 })
    const { id } = await createChat()
    await until('the organization to be known', async () => (await status(id)).organization.name === name)
    return look
  }

  const count = (db: typeof state, collection: string, filter = {}) => db.collection(collection).countDocuments(filter)

  return {
    app,
    outside,
    config: space.config,
    headers,
    call,
    sendForm,
    createChat,
    tellOrganization,
    status,
    listFiles,
    upload,
    uploaded,
    heard,
    blobs: gridFsBlobs(originals),
    db: state,
    collection: (name: string) => state.collection<{ _id: string; [field: string]: unknown }>(name),
    /** The names of all collections. */
    collections: async () => (await state.listCollections()).map(({ name }) => name),
    /** How many originals, pieces of originals, and uploads under way there are. */
    kept: async () => ({
      originals: await count(originals, 'fs.files'),
      pieces: await count(originals, 'fs.chunks'),
      uploads: await count(state, 'uploads'),
    }),
  }
}

/** A form's body as a browser would send it, and its content type. */
export async function encodeForm(parts: Part[]): Promise<{ body: Buffer; type: string }> {
  const form = new FormData()
  for (const [field, value] of parts)
    if (typeof value === 'string') form.append(field, value)
    else form.append(field, new Blob([Buffer.from(value.content)]), value.name)
  const encoded = new Response(form)
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}
