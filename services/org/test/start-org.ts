import assert from 'node:assert/strict'
import { gridFsBlobs } from '@lectern/blobs'
import type { EventType } from '@lectern/contracts/events'
import type { User } from '@lectern/service'
import { asIdentity, testBus, testSpace, testUser, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'

let lastOrgId = 0

/** The service in a corner of the engines of its own; what it tells of is in `outside.received`. */
export async function startOrg(listenTo: EventType[]) {
  const space = testSpace()
  const outside = await testBus(space.config, listenTo)
  const app = await buildApp(space.config)
  const database = (name: string) =>
    mongoose
      .createConnection(space.config.MONGODB_URL, { dbName: `${space.namespace.replaceAll('-', '_')}_${name}` })
      .asPromise()
  const [db, blobStore] = await Promise.all([database('org'), database('blobs')])
  await app.ready()

  type Call = { method?: 'GET' | 'POST' | 'DELETE'; url: string; body?: object; form?: FormData; user?: User | null }
  const call = async ({ method = 'GET', url, body, form, user }: Call) => {
    const headers: Record<string, string> = user ? await asIdentity(user, 'org') : {}
    let payload = body
    if (form) {
      const request = new Request('http://localhost', { method: 'POST', body: form })
      headers['content-type'] = request.headers.get('content-type') ?? ''
      payload = Buffer.from(await request.arrayBuffer())
    }
    return app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  }

  return {
    space,
    outside,
    blobs: gridFsBlobs(blobStore),
    collection: (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name),
    call,
    told: (type: EventType, orgId: number) =>
      outside.received.filter((event) => event.type === type && event.orgId === orgId),

    /** An organization whose founder, an admin, is the answer. */
    async found(fields: Partial<User> = {}): Promise<User> {
      const orgId = ++lastOrgId
      const user = testUser({ orgId, userId: `owner-${orgId}`, email: `owner${orgId}@example.com`, ...fields })
      const { userId, email, typeId } = user
      const registered = { userId, name: 'Ada', email, typeId, founder: true }
      await outside.send('user.registered', { orgId, aggregateId: userId }, registered)
      await until('the founder', async () => (await call({ url: '/api/w/users', user })).json().items.length === 1)
      return user
    },

    /** Somebody joins an organization, by an invitation or without one. */
    async join(orgId: number, email: string, inviteId = ''): Promise<User> {
      const user = testUser({ orgId, userId: crypto.randomUUID(), email, typeId: 1 })
      const registered = { userId: user.userId, name: 'Bob', email, typeId: 1, founder: false, inviteId }
      await outside.send('user.registered', { orgId, aggregateId: user.userId }, registered)
      const isThere = async () => {
        const list = await call({ url: '/api/w/users', user: testUser({ orgId }) })
        assert.equal(list.statusCode, 200)
        return list.json().items.some((row: { email: string; is_used: boolean }) => row.email === email && row.is_used)
      }
      await until('the member', isThere)
      return user
    },

    /** All rows of an organization that lie in the database, by collection. */
    async kept(orgId: number): Promise<Record<string, { [field: string]: unknown }[]>> {
      const found: Record<string, { [field: string]: unknown }[]> = {}
      for (const { name } of await db.listCollections()) {
        const rows = await db.collection(name).find({ orgId }).toArray()
        if (rows.length > 0) found[name] = rows
      }
      return found
    },

    /** How many pictures lie in the blob store. */
    pictures: () => blobStore.collection('fs.files').countDocuments(),

    async close() {
      await Promise.all([app.close(), outside.close()])
      await Promise.all([db.close(), blobStore.close()])
      await space.remove()
    },
  }
}
