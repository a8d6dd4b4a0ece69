import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Answer, type ChatMessage, fieldMessages, type KnowledgeBase, limits } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { signUp } from '../account.ts'
import { type Cast, gather, openPublicChat } from '../cast.ts'
import { type Client, call, done, refused } from '../contract.ts'
import { freeChats, product } from './stage.ts'

describe('transcripts', () => {
  const hours = 'The reading room is open until ten in the evening.'
  const question = 'Until when is the reading room open?'

  let cast: Cast
  let chat: KnowledgeBase
  let other: KnowledgeBase

  before(async () => {
    cast = await gather(product)
    chat = await cast.owner.createChat('Handbook')
    other = await cast.owner.createChat('Other')
    await cast.owner.upload(chat, 'hours.txt', hours)
    await cast.owner.settled(chat, 60_000)
  })

  type Row = {
    id: string
    unqid: string
    date_format: string
    created_at: string
    chat_count: number
    kb: { id: string; name: string }
    first_chat: { content: string }
  }
  type Listed = { transcripts: Row[]; amount: number; kbs: { id: string; name: string }[] }
  type Read = { transcript: Row; chats: ChatMessage[]; amount: number }
  const path = '/api/w/transcripts'
  const list = async (who: Client, query = '') => done(await call<Listed>(who, 'GET', path + query))
  const read = (who: Client, id: string, query = '') => call<Read>(who, 'GET', `${path}/${id}${query}`)
  const ask = async (who: Client, fields: object = {}) =>
    done(await call<Answer>(who, 'POST', '/api/w/messages', { prompt: question, kb_id: chat.id, ...fields }))

  describe('transcripts', () => {
    let first: Answer
    let second: Answer
    before(async () => {
      first = await ask(cast.owner, { t_d: 'a1B2c3D4' })
      const messages = `${first.data.user_message_id},${first.id}`
      second = await ask(cast.owner, { t_d: 'a1B2c3D4', messages, prompt: 'And who won the regatta?' })
      const { organization_id: org_id, unqid: kb_id } = chat
      await ask(await openPublicChat(product.url, chat), { kb_id, org_id, t_d: 'visitor1', prompt: ' Is it open? ' })
    })

    test('GET /api/w/transcripts lists those of every visitor, newest first, with the chats to choose from', async () => {
      const { transcripts, amount, kbs } = await list(cast.user)
      assert.equal(amount, limits.pageSize)
      assert.deepEqual(new Set(kbs.map(({ name }) => name)), new Set(['Handbook', 'Other']))
      assert.deepEqual(
        transcripts.map(({ unqid, chat_count, kb, first_chat }) => ({ unqid, chat_count, kb, first_chat })),
        [
          { unqid: 'visitor1', chat_count: 1, first_chat: { content: 'Is it open?' } },
          { unqid: 'a1B2c3D4', chat_count: 2, first_chat: { content: question } },
        ].map((row) => ({ ...row, kb: { id: chat.id, name: 'Handbook' } })),
      )
      assert.equal(transcripts[1]?.id, first.data.transcript_id)
      assert.ok(Date.now() - Date.parse(transcripts[0]?.created_at ?? '') < 60_000)
      assert.deepEqual((await list(cast.user, '?page=2')).transcripts, [])
    })

    test('of one chat when that is asked for', async () => {
      assert.equal((await list(cast.user, `?kb_id=${chat.id}&page=1`)).transcripts.length, 2)
      assert.equal((await list(cast.user, '?kb_id=')).transcripts.length, 2)
      assert.deepEqual((await list(cast.user, `?kb_id=${other.id}`)).transcripts, [])
      assert.deepEqual((await list(cast.user, '?kb_id=nothing')).transcripts, [])
      assert.deepEqual((await list(cast.stranger, `?kb_id=${chat.id}`)).transcripts, [])
    })

    test('found by their first question, in both orders', async () => {
      const found = async (query: string) => (await list(cast.user, query)).transcripts.map(({ unqid }) => unqid)
      assert.deepEqual(await found('?search=reading%20UNTIL'), ['a1B2c3D4'])
      assert.deepEqual(await found('?search=regatta'), [])
      assert.deepEqual(await found('?sort=oldest'), ['a1B2c3D4', 'visitor1'])
    })

    test('with a page or a chat that is none names the field', async () => {
      refused(await call(cast.user, 'GET', `${path}?page=none`), 'invalid', { fields: { page: fieldMessages.invalid } })
      refused(await call(cast.user, 'GET', `${path}?kb_id=${'a'.repeat(65)}`), 'invalid', {
        fields: { kb_id: fieldMessages.tooLong(64) },
      })
    })

    test('GET /api/w/transcripts/{id} reads one, oldest message first', async () => {
      const { transcript, chats, amount } = done(await read(cast.user, first.data.transcript_id))
      assert.deepEqual([transcript.unqid, amount], ['a1B2c3D4', limits.messagesListed])
      assert.deepEqual(
        chats.map(({ id, role, is_ai, type, error, error_text }) => ({ id, role, is_ai, type, error, error_text })),
        [
          { id: first.data.user_message_id, role: 'user', is_ai: false, type: 'answer' },
          { id: first.id, role: 'assistant', is_ai: true, type: first.type },
          { id: second.data.user_message_id, role: 'user', is_ai: false, type: 'answer' },
          { id: second.id, role: 'assistant', is_ai: true, type: second.type },
        ].map((row) => ({ ...row, error: false, error_text: '' })),
      )
      assert.equal(chats[0]?.content, question)
      assert.equal(chats[1]?.content, first.data.answer)
      assert.deepEqual(chats[1]?.sources, first.data.sources)
      assert.deepEqual(done(await read(cast.user, first.data.transcript_id, '?page=2')).chats, [])
      refused(await read(cast.stranger, first.data.transcript_id), 'not_found')
      refused(await read(cast.user, first.data.transcript_id, '?page=0'), 'invalid', {
        fields: { page: fieldMessages.invalid },
      })
    })

    test('DELETE /api/w/transcripts/{id} takes one away', async () => {
      const { transcript_id } = (await ask(cast.owner, { t_d: 'going0up' })).data
      refused(await call(cast.stranger, 'DELETE', `${path}/${transcript_id}`), 'not_found')
      assert.deepEqual(done(await call(cast.user, 'DELETE', `${path}/${transcript_id}`)), { message: 'Deleted.' })
      refused(await read(cast.user, transcript_id), 'not_found')
      refused(await call(cast.user, 'DELETE', `${path}/${transcript_id}`), 'not_found')
      assert.equal((await list(cast.user)).transcripts.length, 2)
    })
  })

  describe('GET /api/w/dashboard', () => {
    type Numbers = {
      chat_remaining: number
      chat_total: number
      kb_count: number
      transcript_count: number
      file_count: number
      chat_data: { dates: string[]; counts: number[] }
    }
    const numbers = async (who: Client) => done(await call<Numbers>(who, 'GET', '/api/w/dashboard'))

    test('begins at zero, with a day for each of the last 30', async () => {
      const ada = await signUp(product.url)
      const { chat_data, ...counts } = await numbers(ada)
      assert.deepEqual(counts, {
        chat_remaining: freeChats,
        chat_total: freeChats,
        kb_count: 0,
        transcript_count: 0,
        file_count: 0,
      })
      assert.equal(chat_data.dates.length, 30)
      assert.deepEqual(chat_data.counts, Array(30).fill(0))
      assert.equal(new Set(chat_data.dates).size, 30)
    })

    test('counts what there is, and each answer of the month and of the day', async () => {
      const ada = await signUp(product.url)
      const own = await ada.createChat('Handbook')
      await ada.upload(own, 'hours.txt', hours)
      await ada.settled(own, 60_000)
      for (let n = 0; n < 3; n++) await ask(ada, { kb_id: own.id })
      const { chat_data, ...counts } = await until('the counts', async () => {
        const found = await numbers(ada)
        return found.file_count === 1 && found.kb_count === 1 && found
      })
      assert.deepEqual(counts, {
        chat_remaining: freeChats - 3,
        chat_total: freeChats,
        kb_count: 1,
        transcript_count: 3,
        file_count: 1,
      })
      assert.equal(chat_data.counts.at(-1), 3)
      assert.equal(chat_data.dates.at(-1), new Date().toISOString().slice(0, 10))
    })
  })
})
