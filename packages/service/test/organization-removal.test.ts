import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { testSpace, until } from '@lectern/testing'
import fastify from 'fastify'
import { Schema } from 'mongoose'
import { connectMongo, createOrganizationRemoval, type Handlers, type IncomingEvent } from '../src/index.ts'

const space = testSpace()
const { log } = fastify()
const closers: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closers.reverse()) await close()
  await space.remove()
})

type Thing = { _id: string; orgId: number }
type Remove = (orgId: number, signal: AbortSignal) => Promise<boolean>
type Mark = { _id: string; nextAt?: Date; deletedAt: Date }

/** A process of a service with two collections, of which one looks after itself. */
const start = async (service: string, remove?: Remove) => {
  const db = await connectMongo(space.config.MONGODB_URL, `${space.namespace}_${service}`, log)
  const schema = new Schema<Thing>({ _id: { type: String, required: true }, orgId: Number })
  const [things, uploads] = [db.model<Thing>('Thing', schema), db.model<Thing>('Upload', schema)]
  const removal = createOrganizationRemoval({ db, log, remove, spares: [uploads] })
  const marks = db.collection<Mark>('deletedorganizations')
  closers.push(async () => {
    await removal.close()
    await db.close()
  })
  const fill = (orgId: number, count: number) =>
    things.insertMany(Array.from({ length: count }, (_, index) => ({ _id: `${orgId}-${index}`, orgId })))
  const gone = (orgId: number) => until('all of it to go', async () => (await things.countDocuments({ orgId })) === 0)
  return { removal, things, uploads, marks, fill, gone }
}

describe('the removal of an organization', () => {
  test('takes all that carries its number, in portions, but what looks after itself', async () => {
    const { removal, things, uploads, marks, fill, gone } = await start('knowledge')
    await fill(1, 1201)
    await fill(2, 3)
    await uploads.create({ _id: 'upload', orgId: 1 })
    await removal.begin({ orgId: 1 })
    await gone(1)
    assert.equal(await things.countDocuments({ orgId: 2 }), 3)
    assert.equal(await uploads.countDocuments({ orgId: 1 }), 1)
    assert.deepEqual([await removal.isGone(1), await removal.isGone(2)], [true, false])
    const { deletedAt, nextAt } = await until('the first round', async () => {
      const mark = await marks.findOne({ _id: '1' })
      return mark?.nextAt && mark.nextAt > new Date() ? mark : null
    })
    assert.ok((nextAt?.getTime() ?? 0) - deletedAt.getTime() > 15 * 60_000, 'longer than any call takes')
  })

  test('comes once more for what calls wrote that were under way, and is over then', async () => {
    const { removal, marks, fill, gone } = await start('chat')
    await removal.begin({ orgId: 1 })
    await until('the first round', async () => ((await marks.findOne({ _id: '1' }))?.nextAt ?? 0) > new Date())
    await fill(1, 1)
    const anHourAgo = new Date(Date.now() - 3_600_000)
    await marks.updateOne({ _id: '1' }, { $set: { deletedAt: anHourAgo, nextAt: anHourAgo } })
    await gone(1)
    await until('the end', async () => (await marks.findOne({ _id: '1' }))?.nextAt === undefined)
  })

  test('waits for the service’s own part, and tries again what failed', async () => {
    const tries: number[] = []
    const { removal, things, fill, gone } = await start('billing', async (orgId) => {
      tries.push(orgId)
      if (tries.length === 1) throw new Error('an engine is away')
      return tries.length > 2
    })
    await fill(1, 2)
    await removal.begin({ orgId: 1 })
    await until('the second try', () => tries.length === 2)
    assert.equal(await things.countDocuments({ orgId: 1 }), 2)
    await gone(1)
    assert.deepEqual(tries, [1, 1, 1])
  })

  test('makes handlers deaf to what is told of it, late as it may be', async () => {
    const { removal } = await start('org')
    const heard: string[] = []
    const keep = async ({ type, orgId }: IncomingEvent) => heard.push(`${type} ${orgId}`)
    const handlers = removal.guard({ 'kb.changed': keep, 'organization.deleted': keep } as Handlers)
    const tell = (type: 'kb.changed' | 'organization.deleted', orgId: number) =>
      handlers[type]?.({ type, orgId } as never)
    await tell('kb.changed', 1)
    await removal.begin({ orgId: 1 })
    await removal.begin({ orgId: 1 })
    await tell('kb.changed', 1)
    await tell('kb.changed', 2)
    await tell('organization.deleted', 1)
    assert.deepEqual(heard, ['kb.changed 1', 'kb.changed 2', 'organization.deleted 1'])
  })

  test('comes again for what a handler wrote that had begun before the deletion', async () => {
    const { removal, marks, fill, gone } = await start('ingestion')
    const handlers = removal.guard({
      'kb.changed': async ({ orgId }: IncomingEvent) => {
        await removal.begin({ orgId })
        await until('the first round', async () => ((await marks.findOne({ _id: '1' }))?.nextAt ?? 0) > new Date())
        await fill(orgId, 1)
      },
    } as Handlers)
    await handlers['kb.changed']?.({ type: 'kb.changed', orgId: 1 } as never)
    await gone(1)
  })
})
