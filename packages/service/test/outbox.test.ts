import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EventPayload } from '@lectern/contracts/events'
import { testBus, testSpace, until } from '@lectern/testing'
import fastify from 'fastify'
import { Schema } from 'mongoose'
import {
  type Aggregate,
  aggregateFields,
  type Bus,
  connectMongo,
  createBus,
  createOutbox,
  type Outbox,
  outboxEntry,
  tell,
  toldAtBirth,
} from '../src/index.ts'

type Chat = Aggregate & { name: string }

const space = testSpace()
const log = fastify().log
const outside = await testBus(space.config, ['kb.changed', 'kb.deleted'])
const db = await connectMongo(space.config.MONGODB_URL, `${space.namespace}_chat`, log)
const Chats = db.model<Chat>(
  'Chat',
  new Schema<Chat>({ _id: { type: String, required: true }, ...aggregateFields, name: String }),
)
const bus = await createBus({ config: space.config, service: 'chat', log })
const told: string[] = []
const outboxes: Outbox[] = []
const open = (through: Pick<Bus, 'publish'> = bus) => {
  const outbox = createOutbox<Chat>({
    service: 'chat',
    model: Chats,
    bus: through,
    log,
    state: ({ name }) => ({ name }),
    sent: async ({ _id }) => told.push(_id),
  })
  outboxes.push(outbox)
  return outbox
}

before(() => Chats.init())
after(async () => {
  await Promise.all(outboxes.map((outbox) => outbox.close()))
  await Promise.all([bus.close(), outside.close(), db.close()])
  await space.remove()
})

const cause = {
  id: 'request-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  actor: { id: 'user-1', email: 'ada@example.com' },
}
const born = async (name: string) => {
  const _id = crypto.randomUUID()
  await Chats.create({ _id, orgId: 7, name, ...toldAtBirth(outboxEntry('kb.changed', cause)) })
  return _id
}
const rename = (_id: string, name: string) => {
  const { $set, ...rest } = tell(outboxEntry('kb.changed', cause))
  return Chats.updateOne({ _id }, { ...rest, $set: { ...$set, name } })
}
const eventsOf = (id: string) => outside.received.filter(({ aggregateId }) => aggregateId === id)
const nameIn = (event: { payload: unknown } | undefined) =>
  (event?.payload as EventPayload<'kb.changed'> | undefined)?.name
const kept = (id: string) => Chats.findById(id).lean<Chat>()

describe('what a document has to tell', () => {
  test('arrives with who, what and why, and leaves the document then', async () => {
    const id = await born('Handbook')
    open().wake(id)
    const [event] = await until('the event', () => eventsOf(id).length > 0 && eventsOf(id))
    assert.equal(event?.type, 'kb.changed')
    assert.equal(event?.orgId, 7)
    assert.equal(event?.version, 1)
    assert.equal(event?.cause, cause.id)
    assert.equal(event?.traceparent, cause.traceparent)
    assert.deepEqual(event?.actor, cause.actor)
    assert.equal(nameIn(event), 'Handbook')
    await until('the empty outbox', async () => (await kept(id))?.outbox.length === 0)
    assert.equal((await kept(id))?.outboxAt, undefined)
    await until('the word that it is sent', () => told.includes(id))
  })

  test('arrives in order and complete, however fast it changes', async () => {
    const id = await born('0')
    const outbox = open()
    for (let n = 1; n <= 30; n++) {
      await rename(id, String(n))
      outbox.wake(id)
    }
    await until('the last', () => eventsOf(id).some(({ version }) => version === 31))
    // What is sent again, because the document changed meanwhile, carries the same id and version.
    const firsts = [...new Map(eventsOf(id).map(({ id: eventId, version }) => [eventId, version])).values()]
    assert.deepEqual(
      firsts,
      Array.from({ length: 31 }, (_, n) => n + 1),
    )
    assert.equal(nameIn(eventsOf(id).at(-1)), '30')
  })

  test('of its state is told as it is when it is sent', async () => {
    const id = await born('old')
    await rename(id, 'new')
    open().wake(id)
    const [first, second] = await until('both', () => eventsOf(id).length >= 2 && eventsOf(id))
    assert.deepEqual([nameIn(first), nameIn(second)], ['new', 'new'])
    assert.deepEqual([first?.version, second?.version], [1, 2])
  })

  test('with a message of its own is told as it was', async () => {
    const id = await born('Handbook')
    await Chats.updateOne({ _id: id }, tell(outboxEntry('kb.deleted', cause, {})))
    open().wake(id)
    const found = await until('both', () => eventsOf(id).length >= 2 && eventsOf(id))
    assert.deepEqual(
      found.map(({ type }) => type),
      ['kb.changed', 'kb.deleted'],
    )
  })

  test('waits in the document while Kafka is away, and is sent when it is back', async () => {
    let isAway = true
    let tries = 0
    const outbox = open({
      async publish(events) {
        tries++
        if (isAway) throw new Error('no broker')
        await bus.publish(events)
      },
    })
    const id = await born('patient')
    outbox.wake(id)
    await until('a try', () => tries > 0)
    assert.equal((await kept(id))?.outbox.length, 1)
    isAway = false
    await until('the event', () => eventsOf(id).length > 0)
  })

  test('by a process that was killed is sent by another', async () => {
    const id = await born('orphan')
    open()
    await until('the event', () => eventsOf(id).length > 0)
    await until('the empty outbox', async () => (await kept(id))?.outbox.length === 0)
  })
})
