import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { answerTexts, defaults, errors, limits } from '@lectern/contracts'
import type { EventPayload } from '@lectern/contracts/events'
import { testUser, until } from '@lectern/testing'
import { conversationModel } from '../src/models/conversation.ts'
import { copyModels } from '../src/models/copies.ts'
import { deleteLateComers } from '../src/settle-left-open.ts'
import { startChatSpace, visitorOf } from './chat-space.ts'

const space = await startChatSpace()
after(() => space.close())
const get = (path: string, orgId = 1) => space.call('GET', path, testUser({ orgId }))
type Chat = Awaited<ReturnType<typeof space.addChat>>

describe('transcripts', () => {
  let first: Chat
  let second: Chat
  before(async () => {
    first = await space.addChat({ name: 'First' })
    second = await space.addChat({ name: 'Second' })
    for (let i = 1; i <= limits.pageSize; i++) await space.ask({ prompt: `Question ${i}`, kb_id: first.id })
    await space.ask({ prompt: 'The newest', kb_id: second.unqid, t_d: 'Visit001' }, visitorOf(second))
  })

  test('are listed newest first, page by page, with the chats to choose from', async () => {
    const { status, body } = await get('/api/w/transcripts')
    assert.equal(status, 200)
    assert.equal(body.amount, limits.pageSize)
    assert.equal(body.transcripts.length, limits.pageSize)
    assert.deepEqual(body.kbs, [
      { id: first.id, name: 'First' },
      { id: second.id, name: 'Second' },
    ])
    const [newest] = body.transcripts
    assert.equal(newest.unqid, 'Visit001')
    assert.equal(newest.chat_count, 1)
    assert.deepEqual(newest.kb, { id: second.id, name: 'Second' })
    assert.deepEqual(newest.first_chat, { content: 'The newest' })
    assert.match(newest.date_format, /\d{4}/)
    const rest = await get('/api/w/transcripts?page=2')
    assert.deepEqual(
      rest.body.transcripts.map((each: { first_chat: object }) => each.first_chat),
      [{ content: 'Question 1' }],
    )
    assert.deepEqual((await get('/api/w/transcripts?page=3')).body.transcripts, [])
  })

  test('are filtered by chat', async () => {
    const { body } = await get(`/api/w/transcripts?kb_id=${second.id}`)
    assert.equal(body.transcripts.length, 1)
    assert.equal((await get(`/api/w/transcripts?kb_id=`)).body.transcripts.length, limits.pageSize)
    assert.deepEqual((await get('/api/w/transcripts?kb_id=unknown')).body.transcripts, [])
  })

  test('are searched by their first question, in both orders', async () => {
    const asked = async (query: string, orgId = 1) =>
      (await get(`/api/w/transcripts?${query}`, orgId)).body.transcripts.map(
        ({ first_chat }: { first_chat: { content: string } }) => first_chat.content,
      )
    assert.deepEqual(await asked('search=NEWEST'), ['The newest'])
    assert.deepEqual(await asked('search=20%20question'), ['Question 20'])
    assert.deepEqual(await asked('search=.%2A'), [])
    assert.deepEqual(await asked(`search=newest&kb_id=${first.id}`), [])
    assert.deepEqual(await asked('search=newest', 2), [])
    assert.equal((await asked('sort=oldest'))[0], 'Question 1')
    assert.deepEqual(await asked('sort=oldest&page=2'), ['The newest'])
    assert.equal((await get('/api/w/transcripts?sort=size')).status, 422)
  })

  for (const page of ['0', '-1', 'x'])
    test(`page ${page} is refused`, async () => {
      const { status, body } = await get(`/api/w/transcripts?page=${page}`)
      assert.equal(status, 422)
      assert.ok(body.errors.page)
    })

  test('hold both messages of each exchange, oldest first, page by page', async () => {
    const [{ id }] = (await get(`/api/w/transcripts?kb_id=${second.id}`)).body.transcripts
    let known = (await get(`/api/w/transcripts/${id}`)).body.chats[1].id
    for (let i = 2; i <= limits.messagesListed / 2 + 1; i++) {
      const { body } = await space.ask(
        { prompt: `More ${i}`, kb_id: second.unqid, t_d: 'Visit001', messages: known },
        visitorOf(second),
      )
      known = body.id
    }
    const { status, body } = await get(`/api/w/transcripts/${id}`)
    assert.equal(status, 200)
    assert.equal(body.amount, limits.messagesListed)
    assert.equal(body.chats.length, limits.messagesListed)
    assert.equal(body.transcript.chat_count, limits.messagesListed / 2 + 1)
    assert.equal(body.transcript.kb.name, 'Second')
    const [question, answer] = body.chats
    assert.equal(question.role, 'user')
    assert.equal(question.is_ai, false)
    assert.equal(question.content, 'The newest')
    assert.equal(answer.role, 'assistant')
    assert.equal(answer.is_ai, true)
    assert.equal(answer.type, 'no_answer')
    assert.equal(answer.content, answerTexts.noAnswer)
    assert.deepEqual([answer.error, answer.error_text, answer.sources], [false, '', []])
    const rest = await get(`/api/w/transcripts/${id}?page=2`)
    assert.deepEqual(
      rest.body.chats.map((each: { id: string }) => each.id),
      [rest.body.chats[0].id, known],
    )
  })

  test('of another organization are not there', async () => {
    const [{ id }] = (await get('/api/w/transcripts')).body.transcripts
    assert.deepEqual((await get('/api/w/transcripts', 2)).body.transcripts, [])
    assert.deepEqual((await get(`/api/w/transcripts?kb_id=${first.id}`, 2)).body.transcripts, [])
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await space.call(method, `/api/w/transcripts/${id}`, testUser({ orgId: 2 }))
      assert.equal(status, 404)
      assert.equal(body.code, 'not_found')
    }
    assert.equal((await get(`/api/w/transcripts/${id}`)).status, 200)
  })

  test('are for signed-in users only', async () => {
    const [{ id }] = (await get('/api/w/transcripts')).body.transcripts
    for (const identity of [null, visitorOf(second)])
      for (const [method, path] of [
        ['GET', '/api/w/transcripts'],
        ['GET', `/api/w/transcripts/${id}`],
        ['DELETE', `/api/w/transcripts/${id}`],
        ['GET', '/api/w/dashboard'],
      ] as const) {
        const { status, body } = await space.call(method, path, identity)
        assert.equal(status, 401)
        assert.equal(body.message, errors.unauthenticated.message)
      }
  })

  test('can be deleted, once, by users and admins', async () => {
    const [one, other] = (await get(`/api/w/transcripts?kb_id=${first.id}`)).body.transcripts
    for (const [{ id }, typeId] of [
      [one, 1],
      [other, 2],
    ] as const) {
      const path = `/api/w/transcripts/${id}`
      const deleted = await space.call('DELETE', path, testUser({ typeId }))
      assert.equal(deleted.status, 200)
      assert.deepEqual(deleted.body, { message: 'Deleted.' })
      assert.equal((await get(path)).status, 404)
      assert.equal((await space.call('DELETE', path)).status, 404)
    }
  })
})

test('the dashboard counts an organization’s chats, files, transcripts and answers, day by day', async () => {
  const orgId = 7
  const before = await get('/api/w/dashboard', orgId)
  assert.equal(before.status, 200)
  assert.deepEqual(
    { ...before.body, chat_data: null },
    {
      chat_remaining: 100,
      chat_total: 100,
      kb_count: 0,
      transcript_count: 0,
      file_count: 0,
      chat_data: null,
    },
  )
  const one = await space.addChat({ orgId, fileCount: 3 })
  await space.addChat({ orgId, fileCount: 4 })
  const user = testUser({ orgId })
  const { body: answer } = await space.ask({ prompt: 'First?', kb_id: one.id, t_d: 'Count001' }, user)
  await space.ask({ prompt: 'Second?', kb_id: one.id, t_d: 'Count001', messages: answer.id }, user)
  await space.ask({ prompt: 'Third?', kb_id: one.id }, user)
  const { body } = await get('/api/w/dashboard', orgId)
  assert.equal(body.chat_remaining, 97)
  assert.equal(body.kb_count, 2)
  assert.equal(body.file_count, 7)
  assert.equal(body.transcript_count, 2)
  const { dates, counts } = body.chat_data
  assert.equal(dates.length, 30)
  assert.equal(dates.at(-1), new Date().toISOString().slice(0, 10))
  assert.deepEqual(counts, [...Array(29).fill(0), 3])
})

describe('the public page of a chat', () => {
  test('shows what the organization and the chat say of themselves', async () => {
    await space.outside.send(
      'organization.changed',
      { orgId: 9, aggregateId: '9' },
      { name: 'Park', color: '#112233', systemPrompt: 'secret rules', planId: 1 },
    )
    const chat = await space.addChat({
      orgId: 9,
      name: 'Rules',
      introMessage: 'Hello!',
      systemPrompt: 'secret prompt',
      personality: 'secret mood',
      preQuestions: ['May I?', '', 'When?'],
    })
    await until(
      'the organization to be known',
      async () => (await get(`/api/w/public-chats/9/${chat.unqid}`)).body.organization.name,
    )
    const { status, body } = await space.call('GET', `/api/w/public-chats/9/${chat.unqid}`, null)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      organization: { id: 9, name: 'Park', color: '#112233', image_url: null },
      kb: {
        unqid: chat.unqid,
        name: 'Rules',
        title: 'Park',
        intro_message: 'Hello!',
        color: null,
        button_color: defaults.buttonColor,
        image_url: null,
        pre_question_1: 'May I?',
        pre_question_2: '',
        pre_question_3: 'When?',
        pre_question_4: '',
        contact_form: true,
        has_model: false,
      },
      allowed_domains: [],
    })
  })

  test('is found by its public id and its own organization only', async () => {
    const chat = await space.addChat()
    for (const path of [`/1/${chat.id}`, `/2/${chat.unqid}`, '/1/unknown']) {
      const { status, body } = await space.call('GET', `/api/w/public-chats${path}`, null)
      assert.equal(status, 404)
      assert.equal(body.code, 'chat_not_found')
    }
  })
})

describe('events', () => {
  const told = (id: string) =>
    until('conversation.answered', () => {
      const found = space.outside.received.find(
        ({ type, payload }) => type === 'conversation.answered' && (payload as Payload).assistantMessageId === id,
      )
      return found && { ...found, payload: found.payload as Payload }
    })
  type Payload = EventPayload<'conversation.answered'>

  test('tell of each answer, and which is the first of its conversation', async () => {
    const chat = await space.addChat({ orgId: 3 })
    const user = testUser({ orgId: 3 })
    const { body: first } = await space.ask({ prompt: 'One?', kb_id: chat.id, t_d: 'Event001' }, user)
    const { body: second } = await space.ask(
      { prompt: 'Two?', kb_id: chat.id, t_d: 'Event001', messages: first.id },
      user,
    )
    const [one, two] = [await told(first.id), await told(second.id)]
    assert.deepEqual(
      [one, two].map(({ payload, orgId, version, aggregateId }) => ({
        first: payload.first,
        orgId,
        version,
        aggregateId,
      })),
      [
        { first: true, orgId: 3, version: 1, aggregateId: first.data.transcript_id },
        { first: false, orgId: 3, version: 2, aggregateId: first.data.transcript_id },
      ],
    )
    const { kbId, userMessageId, type } = one.payload
    assert.deepEqual(
      { kbId, userMessageId, type },
      {
        kbId: chat.id,
        userMessageId: first.data.user_message_id,
        type: 'no_answer',
      },
    )
  })

  test('tell of a deleted transcript and who deleted it, and then nothing of it is left', async () => {
    const chat = await space.addChat({ orgId: 5 })
    const user = testUser({ orgId: 5 })
    const { body } = await space.ask({ prompt: 'A secret?', kb_id: chat.id }, user)
    const id = body.data.transcript_id
    await space.call('DELETE', `/api/w/transcripts/${id}`, user)
    const event = await until('conversation.deleted', () =>
      space.outside.received.find(({ type, aggregateId }) => type === 'conversation.deleted' && aggregateId === id),
    )
    assert.equal((event.payload as EventPayload<'conversation.deleted'>).kbId, chat.id)
    assert.deepEqual(event.actor, { id: user.kind === 'user' ? user.userId : '', email: 'owner@example.com' })
    assert.equal(event.version, 2)
    const db = await space.database('chat').asPromise()
    const kept = db.collection<{ _id: string }>('conversations')
    await until('nothing to be left', async () => (await kept.countDocuments({ _id: id })) === 0)
    await db.close()
  })

  test('of a deleted chat take its conversations away, and no other’s', async () => {
    const [gone, stays] = [await space.addChat({ orgId: 4 }), await space.addChat({ orgId: 4 })]
    const user = testUser({ orgId: 4 })
    await space.ask({ prompt: 'One?', kb_id: gone.id }, user)
    await space.ask({ prompt: 'Two?', kb_id: stays.id }, user)
    await space.outside.send('kb.deleted', { orgId: 4, aggregateId: gone.id, version: 2 }, {})
    await until(
      'its conversation to go',
      async () => (await get('/api/w/transcripts', 4)).body.transcripts.length === 1,
    )
    const { body } = await get('/api/w/transcripts', 4)
    assert.equal(body.transcripts[0].kb.id, stays.id)
    assert.deepEqual(
      body.kbs.map(({ id }: { id: string }) => id),
      [stays.id],
    )
    const dashboard = await get('/api/w/dashboard', 4)
    // As when its answer was on its way while the chat was deleted.
    const db = await space.database('chat').asPromise()
    const [copies, conversations] = [copyModels(db), conversationModel(db)]
    const [left] = await conversations.list(4, stays.id, {})
    await conversations.model.collection.insertOne({ ...left, _id: 'late' as never, kbId: gone.id, messages: [] })
    await deleteLateComers({ copies, conversations }, new Date(Date.now() - 60_000))
    assert.equal(await conversations.count(4), 1)
    await db.close()
    assert.deepEqual([dashboard.body.kb_count, dashboard.body.transcript_count], [1, 1])
  })
})
