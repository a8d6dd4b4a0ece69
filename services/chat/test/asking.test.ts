import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, errors, type FailedAnswer, fieldMessages, limits } from '@lectern/contracts'
import { testUser } from '@lectern/testing'
import { startChatSpace, visitorOf } from './chat-space.ts'

const space = await startChatSpace()
let chat: Awaited<ReturnType<typeof space.addChat>>
before(async () => {
  chat = await space.addChat()
})
after(() => space.close())

const prompt = 'What is it about?'
const failed = (code: keyof typeof errors, fields?: object) => ({
  err: true,
  message: errors[code].message,
  code,
  id: null,
  type: 'error',
  data: null,
  ...fields,
})

describe('a question', () => {
  test('can be sent as JSON or as a form, with all its fields', async () => {
    const fields = { prompt, kb_id: chat.id, t_d: 'Abcd1234', p_g: 'true', org_id: '1', messages: '' }
    const json = await space.ask(fields)
    assert.equal(json.status, 200)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const sent = await space.send(form)
    assert.equal(sent.status, 200)
    const body = (await sent.json()) as Answer
    assert.equal(body.type, json.body.type)
    assert.notEqual(body.id, json.body.id)
  })

  for (const [what, body, message, field] of [
    ['without a chat', { prompt }, fieldMessages.chooseChat, 'kb_id'],
    ['with an empty chat', { prompt, kb_id: '' }, fieldMessages.chooseChat, 'kb_id'],
    ['without a prompt', { kb_id: 'x' }, fieldMessages.promptBlank, 'prompt'],
    ['with a blank prompt', { prompt: ' \n ', kb_id: 'x' }, fieldMessages.promptBlank, 'prompt'],
    [
      'of 20,000 characters',
      { prompt: 'a'.repeat(20_000), kb_id: 'x' },
      fieldMessages.tooLong(limits.prompt),
      'prompt',
    ],
    ['that is no text', { prompt: { $ne: '' }, kb_id: 'x' }, fieldMessages.invalid, 'prompt'],
    ['with a session id of another form', { prompt, kb_id: 'x', t_d: 'abc-1234' }, fieldMessages.invalid, 't_d'],
    ['with a session id too long', { prompt, kb_id: 'x', t_d: 'abcd12345' }, fieldMessages.invalid, 't_d'],
    ['with an organization that is no number', { prompt, kb_id: 'x', org_id: 'one' }, fieldMessages.invalid, 'org_id'],
  ] as const)
    test(`${what} is refused with what is wrong`, async () => {
      const { status, body: answer } = await space.ask(body)
      assert.equal(status, 422)
      assert.deepEqual(answer, { ...failed('invalid'), message, errors: { [field]: [message] } })
      const form = new FormData()
      for (const [name, value] of Object.entries(body)) if (typeof value === 'string') form.append(name, value)
      assert.equal((await space.send(form)).status, 422)
    })

  test('of exactly as many characters as allowed is taken', async () => {
    assert.equal((await space.ask({ prompt: 'a'.repeat(limits.prompt), kb_id: chat.id })).status, 200)
  })

  for (const [what, body, headers] of [
    ['malformed JSON', '{"prompt": "What', {}],
    ['an empty body', '', {}],
    ['a form without a boundary', 'prompt=x', { 'content-type': 'multipart/form-data' }],
    [
      'a form that breaks off',
      '--b\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nWh',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
  ] as const)
    test(`${what} is refused as such`, async () => {
      const answer = await space.send(body, testUser(), headers)
      assert.equal(answer.status, 422)
      assert.deepEqual(await answer.json(), failed('malformed_body'))
    })

  test('that is JSON but no form is refused field by field', async () => {
    for (const body of ['[]', '"text"', 'null', '7']) {
      const answer = await space.send(body)
      assert.equal(answer.status, 422, body)
      assert.equal(((await answer.json()) as FailedAnswer).code, 'invalid')
    }
  })

  test('in another format is refused', async () => {
    const answer = await space.send('prompt=x', testUser(), { 'content-type': 'application/x-www-form-urlencoded' })
    assert.equal(answer.status, 415)
    assert.deepEqual(await answer.json(), failed('unsupported_body'))
  })

  test('with a file in it is refused', async () => {
    const form = new FormData()
    form.append('prompt', prompt)
    form.append('file', new Blob(['text']), 'note.txt')
    assert.equal((await space.send(form)).status, 413)
  })

  test('far too large is refused unread', async () => {
    assert.equal((await space.ask({ prompt: 'a'.repeat(1_000_000), kb_id: chat.id })).status, 413)
  })
})

describe('who may ask', () => {
  test('nobody without an identity', async () => {
    const { status, body } = await space.ask({ prompt, kb_id: chat.id }, null)
    assert.equal(status, 401)
    assert.deepEqual(body, failed('unauthenticated'))
  })

  test('a signed-in user, by the chat’s id or that of its public link', async () => {
    for (const kb_id of [chat.id, chat.unqid]) {
      const { status, body } = await space.ask({ prompt, kb_id })
      assert.equal(status, 200)
      assert.ok(body.data.transcript_id.startsWith(`${chat.id}.`))
    }
  })

  test('a visitor, of the one chat of the page', async () => {
    const { status } = await space.ask({ prompt, kb_id: chat.unqid, org_id: '1' }, visitorOf(chat))
    assert.equal(status, 200)
    const other = await space.addChat()
    for (const body of [
      { prompt, kb_id: other.unqid, org_id: '1' },
      { prompt, kb_id: other.id, org_id: '1' },
      { prompt, kb_id: chat.unqid, org_id: '2' },
    ]) {
      const refused = await space.ask(body, visitorOf(chat))
      assert.equal(refused.status, 404)
      assert.deepEqual(refused.body, failed('chat_not_found'))
    }
  })

  test('nobody of another organization', async () => {
    for (const kb_id of [chat.id, chat.unqid]) {
      const { status, body } = await space.ask({ prompt, kb_id }, testUser({ orgId: 2 }))
      assert.equal(status, 404)
      assert.deepEqual(body, failed('chat_not_found'))
    }
  })

  test('nobody where there is no chat', async () => {
    assert.equal((await space.ask({ prompt, kb_id: 'unknown' })).status, 404)
  })

  test('nobody once the chat is deleted, whatever late news of it comes', async () => {
    const gone = await space.addChat()
    await space.outside.send('kb.deleted', { orgId: 1, aggregateId: gone.id, version: 3 }, {})
    await space.outside.send(
      'kb.changed',
      { orgId: 1, aggregateId: gone.id, version: 2 },
      { unqid: gone.unqid, name: 'Late' },
    )
    const marker = await space.addChat()
    assert.equal((await space.ask({ prompt, kb_id: marker.id })).status, 200)
    for (let tries = 0; (await space.ask({ prompt, kb_id: gone.id })).status !== 404; tries++) assert.ok(tries < 100)
    assert.equal((await space.call('GET', `/api/w/public-chats/1/${gone.unqid}`, null)).status, 404)
  })
})

describe('a conversation', () => {
  const ask = (fields: object, of = chat) => space.ask({ prompt, kb_id: of.id, ...fields })

  test('goes on for who names one of its messages', async () => {
    const first = await ask({ t_d: 'Talk0001' })
    const second = await ask({ t_d: 'Talk0001', messages: `${first.body.data.user_message_id},${first.body.id}` })
    assert.equal(second.body.data.transcript_id, first.body.data.transcript_id)
    const { body } = await space.call('GET', `/api/w/transcripts/${first.body.data.transcript_id}`)
    assert.equal(body.transcript.chat_count, 2)
    assert.equal(body.chats.length, 4)
  })

  test('does not for who guesses its id', async () => {
    const first = await ask({ t_d: 'Talk0002' })
    for (const fields of [{ t_d: 'Talk0002' }, { t_d: 'Talk0002', messages: 'guess,another' }]) {
      const stranger = await ask(fields)
      assert.equal(stranger.status, 200)
      assert.notEqual(stranger.body.data.transcript_id, first.body.data.transcript_id)
    }
    const { body } = await space.call('GET', `/api/w/transcripts/${first.body.data.transcript_id}`)
    assert.equal(body.chats.length, 2)
  })

  test('does not in another chat', async () => {
    const first = await ask({ t_d: 'Talk0003' })
    const other = await space.addChat()
    const elsewhere = await ask({ t_d: 'Talk0003', messages: first.body.id }, other)
    assert.notEqual(elsewhere.body.data.transcript_id, first.body.data.transcript_id)
  })

  test('has a session id of eight letters and digits, also when none was sent', async () => {
    const { body } = await ask({})
    const transcript = await space.call('GET', `/api/w/transcripts/${body.data.transcript_id}`)
    assert.match(transcript.body.transcript.unqid, /^[A-Za-z0-9]{8}$/)
  })

  test('that was deleted meanwhile starts anew', async () => {
    const first = await ask({ t_d: 'Talk0004' })
    await space.call('DELETE', `/api/w/transcripts/${first.body.data.transcript_id}`)
    const second = await ask({ t_d: 'Talk0004', messages: first.body.id })
    assert.equal(second.status, 200)
    const { body } = await space.call('GET', `/api/w/transcripts/${second.body.data.transcript_id}`)
    assert.equal(body.chats.length, 2)
  })
})
