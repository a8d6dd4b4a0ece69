import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { errors, type FailedAnswer } from '@lectern/contracts'
import type { EventPayload } from '@lectern/contracts/events'
import { asIdentity, startService, testUser, until } from '@lectern/testing'
import { allowanceModel } from '../src/models/allowance.ts'
import { conversationModel } from '../src/models/conversation.ts'
import { periodOf } from '../src/period-of.ts'
import { settleLeftOpen } from '../src/settle-left-open.ts'
import { eventsOf, startChatSpace } from './chat-space.ts'

// An answer that the model fails to give in time is free, which would blur the counts.
const space = await startChatSpace({ documents: true, claude: {}, settings: { ANTHROPIC_TIMEOUT_SECONDS: '30' } })
const claude = space.claude ?? assert.fail('no stand-in')
const db = space.database('chat')
const [allowances, conversations] = [allowanceModel(db), conversationModel(db)]
after(async () => {
  await db.close()
  await space.close()
})

const prompt = 'Are dogs welcome in the garden?'
let nextOrg = 100

/** An organization with a chat, and so many answers a month. */
async function organization(chatsPerMonth: number) {
  const orgId = nextOrg++
  await space.outside.send('plan.changed', { orgId: 0, aggregateId: String(orgId) }, { name: 'Own', chatsPerMonth })
  await space.outside.send(
    'organization.changed',
    { orgId, aggregateId: String(orgId) },
    { name: 'Own', planId: orgId },
  )
  await until('the plan to be known', async () => (await space.allowance(orgId)).total === chatsPerMonth)
  const chat = await space.addChat({ orgId })
  await space.addDocument(chat, 'rules.txt', 'Dogs are welcome in the garden.')
  return { orgId, chat, ask: () => space.ask({ prompt, kb_id: chat.id }, testUser({ orgId })) }
}

describe('the month’s allowance', () => {
  test('of 200 who ask at once with 50 left exactly 50 are answered', async () => {
    const { orgId, ask } = await organization(50)
    const answers = await Promise.all(Array.from({ length: 200 }, ask))
    const answered = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    const others = answers.filter((each) => !answered.includes(each) && !refused.includes(each))
    assert.deepEqual(
      others.map(({ status, body }) => `${status} ${body.code}`),
      [],
    )
    assert.equal(answered.length, 50)
    for (const { body } of answered) assert.equal(body.type, 'answer')
    assert.equal(new Set(answered.map(({ body }) => body.id)).size, 50)
    assert.deepEqual(await space.allowance(orgId), { remaining: 0, total: 50 })
    const kept = await conversations.model.find({ orgId }).lean()
    assert.deepEqual(kept.map(({ messages }) => messages[1]?.id).sort(), answered.map(({ body }) => body.id).sort())
  })

  test('that is used up says so, and when to come back', async () => {
    const { ask } = await organization(1)
    await ask()
    const { status, headers, body } = await ask()
    assert.equal(status, 429)
    const { message } = errors.quota_used_up
    assert.deepEqual(body, { err: true, message, code: 'quota_used_up', id: null, type: 'limit', data: null })
    const now = new Date()
    const wait = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000
    assert.ok(Math.abs(Number(headers.get('retry-after')) - wait) < 10)
  })

  test('that is used up refuses a stream before it begins', async () => {
    const { orgId, chat } = await organization(0)
    const answer = await space.send({ prompt, kb_id: chat.id }, testUser({ orgId }), { accept: 'text/event-stream' })
    assert.equal(answer.status, 429)
    assert.equal(((await answer.json()) as FailedAnswer).type, 'limit')
  })

  test('begins anew each month', async () => {
    const { orgId, ask } = await organization(1)
    const now = new Date()
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 7)
    await allowances.model.create({ _id: `${orgId}:${last}`, orgId, used: 1, open: [] })
    assert.deepEqual(await space.allowance(orgId), { remaining: 1, total: 1 })
    assert.equal((await ask()).status, 200)
    assert.equal((await ask()).status, 429)
  })

  test('grows and shrinks with the plan', async () => {
    const { orgId, ask } = await organization(1)
    await ask()
    assert.equal((await ask()).status, 429)
    await space.outside.send(
      'plan.changed',
      { orgId: 0, aggregateId: String(orgId), version: 2 },
      { name: 'Own', chatsPerMonth: 2 },
    )
    await until('the plan to be known', async () => (await space.allowance(orgId)).total === 2)
    assert.equal((await ask()).status, 200)
    assert.equal((await ask()).status, 429)
  })

  test('is that of the paid period, told by billing; at its end a new one begins, told or not', async () => {
    const { orgId, ask } = await organization(1)
    await ask()
    assert.equal((await ask()).status, 429)
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    const pay = (version: number, from: Date, to: Date) =>
      space.outside.send(
        'subscription.changed',
        { orgId, aggregateId: String(orgId), version },
        { planId: orgId, periodStart: timestampFromDate(from), periodEnd: timestampFromDate(to) },
      )
    const remaining = (count: number) => async () => (await space.allowance(orgId)).remaining === count
    await pay(1, at(-1), at(1))
    await until('the paid period', remaining(1))
    assert.equal((await ask()).status, 200)
    const refused = await ask()
    assert.equal(refused.status, 429)
    assert.ok(Math.abs(Number(refused.headers.get('retry-after')) - 3600) < 20)
    // A renewal, its news twice and in the wrong order.
    const end = at(-0.5)
    await pay(3, end, at(500))
    await pay(2, at(-700), end)
    await pay(3, end, at(500))
    await until('the renewal', remaining(1))
    assert.equal((await ask()).status, 200)
    // The period before, its end passed without a word: the same period as the one that was told.
    await pay(4, at(-700), end)
    await space.outside.settled('chat', ['subscription.changed'])
    assert.deepEqual(await space.allowance(orgId), { remaining: 0, total: 1 })
    // Without anything paid the calendar month counts, where all was used.
    await space.outside.send(
      'subscription.changed',
      { orgId, aggregateId: String(orgId), version: 5 },
      { planId: orgId },
    )
    await space.outside.settled('chat', ['subscription.changed'])
    assert.deepEqual(await space.allowance(orgId), { remaining: 0, total: 1 })
    const days = (await space.call('GET', '/api/w/dashboard', testUser({ orgId }))).body.chat_data.counts as number[]
    assert.equal(
      days.reduce((sum, count) => sum + count, 0),
      3,
    )
  })

  test('tells once when 80 and when 100 percent are used, and not of what is given back', async () => {
    const { orgId, chat, ask } = await organization(10)
    const told = () =>
      space.outside.received
        .filter((event) => event.type === 'quota.reached' && event.orgId === orgId)
        .map(({ payload }) => payload as EventPayload<'quota.reached'>)
        .map(({ percent, total }) => `${percent} % of ${total}`)
    const allowed = { total: 10, period: periodOf(new Date(), null) }
    const held = await allowances.reserve(orgId, allowed, 'held', `${chat.id}.held`)
    assert.ok(held)
    for (let asked = 0; asked < 7; asked++) await ask()
    await allowances.giveBack(orgId, held)
    const found = await allowances.model.findById(held.key).lean()
    assert.deepEqual([found?.used, found?.outbox, found?.told], [7, [], []])
    await ask()
    await until('the first mark', () => told().length > 0)
    assert.deepEqual(told(), ['80 % of 10'])
    for (let asked = 0; asked < 4; asked++) await ask()
    await until('the second mark', () => told().length > 1)
    assert.deepEqual((await allowances.model.findById(held.key).lean())?.told, ['80 % of 10', '100 % of 10'])
    assert.deepEqual(told(), ['80 % of 10', '100 % of 10'])
  })

  test('is not touched by a question that is refused', async () => {
    const { orgId, chat } = await organization(5)
    const user = testUser({ orgId })
    await space.ask({ prompt: '', kb_id: chat.id }, user)
    await space.ask({ prompt, kb_id: 'unknown' }, user)
    assert.equal((await space.allowance(orgId)).remaining, 5)
  })
})

describe('settling', () => {
  test('leaves reservations alone that may still be answered; one is given back once', async () => {
    const { orgId } = await organization(5)
    const allowed = { total: 5, period: periodOf(new Date(), null) }
    const reservation = await allowances.reserve(orgId, allowed, 'message-1', 'conversation-1')
    assert.ok(reservation)
    await settleLeftOpen({ allowances, conversations }, new Date(Date.now() - 60_000))
    assert.equal((await space.allowance(orgId)).remaining, 4)
    await allowances.giveBack(orgId, reservation)
    await allowances.giveBack(orgId, reservation)
    assert.equal((await space.allowance(orgId)).remaining, 5)
  })
})

test('a process that is told to stop settles what it was answering', async () => {
  const { orgId, chat } = await organization(5)
  Object.assign(claude.behaviour, { tokens: 500, tokenEveryMs: 10, firstTokenMs: 0 })
  const service = await startService('chat', space.settings)
  const answer = await fetch(`${service.url}/api/w/messages`, {
    method: 'POST',
    headers: {
      ...(await asIdentity(testUser({ orgId }), 'chat')),
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ prompt, kb_id: chat.id }),
  })
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  for (let seen = ''; !seen.includes('event: delta'); ) seen += decoder.decode((await reader?.read())?.value)
  await service.stop()
  const allowance = await allowances.model.findOne({ orgId }).lean()
  assert.deepEqual(allowance?.open, [])
  assert.equal(allowance?.used, 1)
  assert.equal(await conversations.model.countDocuments({ orgId }), 1)
})

describe('a process that is killed', () => {
  let identity: Record<string, string>
  before(async () => {
    identity = await asIdentity(testUser({ orgId: nextOrg }), 'chat')
  })

  test('leaves no answer uncounted and counts none that is not kept', async (t) => {
    const { orgId, chat } = await organization(1000)
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
    t.diagnostic(`SEED=${seed}`)
    Object.assign(claude.behaviour, { tokens: 10, tokenEveryMs: 5, firstTokenMs: 5 })
    const service = await startService('chat', space.settings)
    const told: string[] = []
    const ask = async () => {
      const answer = await fetch(`${service.url}/api/w/messages`, {
        method: 'POST',
        headers: { ...identity, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ prompt, kb_id: chat.id }),
      })
      const decoder = new TextDecoder()
      let text = ''
      for await (const bytes of answer.body ?? []) text += decoder.decode(bytes, { stream: true })
      const last = eventsOf(text).at(-1)
      if (last?.event === 'done') told.push(last.data.id)
    }
    const killed = new AbortController()
    const readers = Array.from({ length: 8 }, async () => {
      while (!killed.signal.aborted) await ask().catch(() => {})
    })
    await until('some answers', () => told.length >= 5)
    await new Promise((resolve) => setTimeout(resolve, seed % 400))
    killed.abort()
    await service.stop('SIGKILL')
    await Promise.all(readers)

    const ofThisMonth = () => allowances.model.findOne({ orgId }).lean()
    const left = (await ofThisMonth())?.open.length ?? 0
    t.diagnostic(`${told.length} answered, ${left} left open`)
    await settleLeftOpen({ allowances, conversations }, new Date())
    await settleLeftOpen({ allowances, conversations }, new Date())
    const kept = (await conversations.model.find({ orgId }).lean()).flatMap(({ messages }) => messages[1]?.id)
    for (const id of told) assert.ok(kept.includes(id), id)
    const allowance = await ofThisMonth()
    assert.equal(allowance?.used, kept.length)
    assert.deepEqual(allowance?.open, [])
    assert.equal(
      Object.values(allowance?.days ?? {}).reduce((sum, count) => sum + count, 0),
      kept.length,
    )
  })
})
