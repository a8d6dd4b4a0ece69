import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { testSpace } from '@lectern/testing'
import fastify from 'fastify'
import { type Connection, Schema } from 'mongoose'
import { CallError, connectMongo, createGates, type Entering } from '../src/index.ts'

const space = testSpace()
const log = fastify().log
const connect = () => connectMongo(space.config.MONGODB_URL, `${space.namespace}_knowledge`, log)
const connections: Connection[] = [await connect(), await connect()]
after(async () => {
  await Promise.all(connections.map((db) => db.close()))
  await space.remove()
})

type Thing = { _id: string; orgId: number; size: number }
const processes = connections.map((db) => ({
  gates: createGates(db),
  things: db.model<Thing>(
    'Thing',
    new Schema<Thing>({ _id: { type: String, required: true }, orgId: Number, size: Number }),
  ),
  open: db.collection<{ _id: string; open: Entering[] }>('gates'),
}))
const [one = assert.fail('none')] = processes

/** Adds a thing of this size where a total of 10 allows it. */
const add = async ({ gates, things }: typeof one, orgId: number, size = 1) => {
  const id = crypto.randomUUID()
  const decide = async (others: Entering[]) => {
    const ids = others.map((other) => other.id)
    const there = await things.find({ orgId, _id: { $nin: ids } }).lean<Thing[]>()
    const total = [...there, ...others].reduce((sum, each) => sum + each.size, 0)
    if (total + size > 10) throw new CallError('storage_limit')
  }
  return gates.enter(orgId, { id, of: 'things', size }, decide, () => things.create({ _id: id, orgId, size }))
}
const total = async (orgId: number) =>
  (await one.things.find({ orgId }).lean<Thing[]>()).reduce((sum, { size }) => sum + size, 0)

describe('a gate', () => {
  for (const size of [1, 3])
    test(`lets in as much as there is room for and no more, of 24 of size ${size} from two processes`, async () => {
      const orgId = 100 + size
      const asked = Array.from({ length: 24 }, (_, index) => add(processes[index % 2] ?? one, orgId, size))
      const answers = await Promise.allSettled(asked)
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
      assert.equal(await total(orgId), 10 - (10 % size))
      assert.equal(refused.length, 24 - Math.floor(10 / size))
      assert.deepEqual([...new Set(refused)], ['storage_limit'])
      assert.deepEqual((await one.open.findOne({ _id: String(orgId) }))?.open, [])
    })

  test('has room again for what failed to be added, and for what was removed', async () => {
    const orgId = 200
    const fails = one.gates.enter(
      orgId,
      { id: 'a', of: 'things', size: 10 },
      async () => {},
      async () => {
        throw new Error('not written')
      },
    )
    await assert.rejects(fails, /not written/)
    const first = await add(one, orgId, 10)
    await assert.rejects(add(one, orgId), { code: 'storage_limit' })
    await one.things.deleteOne({ _id: first._id })
    await add(one, orgId, 10)
  })

  test('keeps the place of one that is being added, and of a killed process for some minutes only', async () => {
    const orgId = 300
    const left = (minutes: number) => ({
      id: 'left',
      of: 'things',
      size: 10,
      at: new Date(Date.now() - minutes * 60_000),
    })
    await add(one, orgId)
    await one.open.updateOne({ _id: String(orgId) }, { $push: { open: left(1) } })
    await assert.rejects(add(one, orgId), { code: 'storage_limit' })
    await one.open.updateOne({ _id: String(orgId) }, { $set: { open: [left(10)] } })
    await add(one, orgId)
    assert.deepEqual((await one.open.findOne({ _id: String(orgId) }))?.open, [])
  })
})
