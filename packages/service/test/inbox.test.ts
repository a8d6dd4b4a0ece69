import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testSpace } from '@lectern/testing'
import fastify from 'fastify'
import { Schema } from 'mongoose'
import { connectMongo, keepCopy, once } from '../src/index.ts'

type Copy = { _id: string; orgId: number; version: number; name?: string; deleted?: boolean }
type Tally = { _id: string; count: number; seen: string[] }

const space = testSpace()
const db = await connectMongo(space.config.MONGODB_URL, `${space.namespace}_chat`, fastify().log)
const id = { type: String, required: true }
const Copies = db.model<Copy>(
  'Copy',
  new Schema<Copy>({ _id: id, orgId: Number, version: Number, name: String, deleted: Boolean }),
)
const Tallies = db.model<Tally>('Tally', new Schema<Tally>({ _id: id, count: Number, seen: [String] }))

before(() => Promise.all([Copies.init(), Tallies.init()]))
after(async () => {
  await db.close()
  await space.remove()
})

/** A different order each time; the seed stands in the test's name when it fails. */
function shuffled<T>(list: T[], seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

describe('a copy of another service’s state', () => {
  const told = (aggregateId: string, version: number, fields: Partial<Copy> = { name: `v${version}` }) =>
    keepCopy(Copies, { aggregateId, version, orgId: 7 }, fields)
  const read = (_id: string) => Copies.findById(_id).lean<Copy>()

  for (const seed of [1, 2, 3, 4, 5])
    test(`is the newest in the end, in whatever order it is told and however often (seed ${seed})`, async () => {
      const copy = crypto.randomUUID()
      for (const version of shuffled([1, 2, 3, 4, 5, 1, 3, 5, 5, 2], seed)) await told(copy, version)
      const { name, version, orgId } = (await read(copy)) ?? assert.fail('no copy')
      assert.deepEqual({ name, version, orgId }, { name: 'v5', version: 5, orgId: 7 })
    })

  test('is the newest also when all is told at once', async () => {
    const copy = crypto.randomUUID()
    await Promise.all(shuffled([1, 2, 3, 4, 5, 5, 4, 3, 2, 1], 6).map((version) => told(copy, version)))
    assert.equal((await read(copy))?.name, 'v5')
  })

  test('that was deleted does not come back by a late event', async () => {
    const copy = crypto.randomUUID()
    await told(copy, 1)
    await told(copy, 3, { deleted: true })
    await told(copy, 2)
    assert.equal((await read(copy))?.deleted, true)
    assert.equal((await read(copy))?.name, 'v1')
  })
})

describe('an event that changes a document', () => {
  const count = async (_id: string, eventId: string) => {
    const { filter, push } = once(eventId)
    await Tallies.updateOne({ _id, ...filter }, { $inc: { count: 1 }, $push: push })
  }
  const born = async () => (await Tallies.create({ _id: crypto.randomUUID(), count: 0, seen: [] }))._id
  const read = async (_id: string) => (await Tallies.findById(_id).lean<Tally>())?.count

  test('does so once, however often it comes', async () => {
    const tally = await born()
    for (const event of ['a', 'b', 'a', 'a', 'b', 'c']) await count(tally, event)
    assert.equal(await read(tally), 3)
  })

  test('does so once also when it comes at once', async () => {
    const tally = await born()
    await Promise.all(Array.from({ length: 20 }, (_, n) => count(tally, `event ${n % 4}`)))
    assert.equal(await read(tally), 4)
  })

  test('is remembered over a thousand others, and no more than that are kept', async () => {
    const tally = await born()
    await Tallies.updateOne({ _id: tally }, { seen: Array.from({ length: 1000 }, (_, n) => `old ${n}`) })
    await count(tally, 'new')
    await count(tally, 'old 1')
    assert.equal(await read(tally), 1)
    assert.equal((await Tallies.findById(tally).lean<Tally>())?.seen.length, 1000)
  })
})
