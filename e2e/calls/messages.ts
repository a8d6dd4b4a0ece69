import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Answer,
  answerTexts,
  askQuestion,
  type FailedAnswer,
  fieldMessages,
  type KnowledgeBase,
  limits,
  type PublicChatAnswer,
} from '@lectern/contracts'
import { makePdf } from '@lectern/testing/documents'
import { type Account, signUp } from '../account.ts'
import { type Cast, gather, openPublicChat } from '../cast.ts'
import { type Client, call, done, formOf, refused, wrongIn } from '../contract.ts'
import { freeChats, product } from './stage.ts'

describe('messages', () => {
  const hours = 'The reading room is open until ten in the evening.'
  const question = 'Until when is the reading room open?'

  let cast: Cast
  let chat: KnowledgeBase
  let reader: Client

  const makeChat = async (owner: Account) => {
    const made = await owner.createChat('Handbook')
    await owner.upload(made, 'guide.pdf', makePdf([hours]))
    return owner.settled(made, 60_000)
  }
  before(async () => {
    cast = await gather(product)
    chat = await makeChat(cast.owner)
    reader = await openPublicChat(product.url, chat)
  })

  const ask = (who: Client, given: object | FormData) => call<Answer>(who, 'POST', '/api/w/messages', given)
  const asked = (fields: object = {}) => ({ prompt: question, kb_id: chat.id, ...fields })
  const asVisitor = (fields: object = {}) =>
    asked({ kb_id: chat.unqid, org_id: chat.organization_id, t_d: 'a1B2c3D4', ...fields })
  /** An error of this call: the answer's own shape, and nothing of an answer in it. */
  function failed(
    answer: { status: number; body: unknown },
    ...wanted: Parameters<typeof refused> extends [unknown, ...infer R] ? R : never
  ) {
    refused(answer as Parameters<typeof refused>[0], ...wanted)
    const { err, id, data, type } = answer.body as FailedAnswer
    assert.deepEqual({ err, id, data, type }, { err: true, id: null, data: null, type: 'error' })
  }

  describe('POST /api/w/messages', () => {
    test('answers with the words of the source and where they stand, from JSON and from a form', async () => {
      const form = formOf({ prompt: question, kb_id: chat.id, t_d: '', p_g: '1', org_id: '', messages: '' })
      form.set('t_d', 'formform')
      for (const given of [asked({ p_g: true }), form]) {
        const { err, message, id, type, data } = done(await ask(cast.user, given))
        assert.deepEqual({ err, message, type }, { err: false, message: '', type: 'answer' })
        assert.ok(id && data.user_message_id && data.transcript_id && id !== data.user_message_id)
        assert.match(data.answer, /\[1\]/)
        assert.deepEqual([data.by, data.notice], ['passages', answerTexts.noModel])
        const [source] = data.sources
        const { n, name, page, url, quote } = source ?? assert.fail('no source')
        assert.deepEqual({ n, name, page, url, quote }, { n: 1, name: 'guide.pdf', page: 1, url: null, quote: hours })
        assert.equal((source?.end ?? 0) - (source?.start ?? 0), hours.length)
      }
    })

    test('says so where the documents do not tell', async () => {
      const { type, data } = done(await ask(cast.user, asked({ prompt: 'Who won the regatta of 1931 in Lisbon?' })))
      assert.deepEqual([type, data.sources, data.answer], ['no_answer', [], answerTexts.noAnswer])
    })

    test('goes on with the conversation of those who know its messages', async () => {
      const first = done(await ask(cast.user, asked({ t_d: 'going0on' })))
      const ids = [first.data.user_message_id, first.id]
      const second = done(await ask(cast.user, asked({ t_d: 'going0on', messages: ids.join(',') })))
      assert.equal(second.data.transcript_id, first.data.transcript_id)
      const another = done(await ask(cast.user, asked({ t_d: 'going0on', messages: 'guessed' })))
      assert.notEqual(another.data.transcript_id, first.data.transcript_id)
    })

    test('is answered as a stream to who asks for one: sources, text, and the same answer at the end', async () => {
      const answer = await cast.user.call('/api/w/messages', {
        method: 'POST',
        headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify(asked()),
      })
      assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
      const events = (await answer.text())
        .split('\n\n')
        .filter(Boolean)
        .map((frame) => frame.match(/^event: (\w+)\ndata: (.*)$/s) ?? assert.fail(frame))
      const names = events.map(([, name]) => name)
      assert.equal(names[0], 'sources')
      assert.equal(names.at(-1), 'done')
      const end = JSON.parse(events.at(-1)?.[2] ?? '') as Answer
      assert.deepEqual(wrongIn(askQuestion.schema.response[200], end), [])
      const text = events.flatMap(([, name, data]) => (name === 'delta' ? [JSON.parse(data ?? '').text] : []))
      assert.equal(text.join('').trim(), end.data.answer)
    })

    test('is for the visitor of the public page too, of that chat alone', async () => {
      assert.equal(done(await ask(reader, asVisitor())).type, 'answer')
      assert.equal(done(await ask(reader, asVisitor({ org_id: String(chat.organization_id) }))).type, 'answer')
      const other = await cast.owner.createChat('Another')
      failed(await ask(reader, asVisitor({ kb_id: other.unqid })), 'chat_not_found')
    })

    for (const [what, given, fields] of [
      ['nothing', {}, { prompt: 'Please provide a prompt first.', kb_id: 'Please select a knowledge base.' }],
      ['a blank prompt', { prompt: ' \n', kb_id: 'x' }, { prompt: 'Please provide a prompt first.' }],
      ['a prompt of 2501', { prompt: 'a'.repeat(2501), kb_id: 'x' }, { prompt: fieldMessages.tooLong(limits.prompt) }],
      ['no chat', { prompt: 'Hi', kb_id: '' }, { kb_id: 'Please select a knowledge base.' }],
      ['a short t_d', { prompt: 'Hi', kb_id: 'x', t_d: 'abc' }, { t_d: fieldMessages.invalid }],
      ['an org_id of letters', { prompt: 'Hi', kb_id: 'x', org_id: 'one' }, { org_id: fieldMessages.invalid }],
      ['a list of messages', { prompt: 'Hi', kb_id: 'x', messages: ['1'] }, { messages: fieldMessages.invalid }],
    ] as const)
      test(`with ${what} names the field, to users and to visitors`, async () => {
        failed(await ask(cast.user, given), 'invalid', { fields })
        failed(await ask(reader, given), 'invalid', { fields })
      })

    test('takes a prompt of 2,500 characters', async () => {
      const prompt = question.padEnd(limits.prompt, '?')
      done(await ask(cast.user, asked({ prompt })))
    })

    test('of an unknown chat, or another organization’s, is 404', async () => {
      failed(await ask(cast.user, asked({ kb_id: 'nothing' })), 'chat_not_found')
      failed(await ask(cast.stranger, asked()), 'chat_not_found')
      failed(await ask(cast.stranger, asVisitor()), 'chat_not_found')
    })

    test('ends with the month’s allowance, and says when to come back', async () => {
      const grace = await signUp(product.url, 'Grace')
      const own = await makeChat(grace)
      const answers = await Promise.all(
        Array.from({ length: freeChats + 5 }, () => ask(grace, { prompt: question, kb_id: own.id })),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, freeChats)
      const late = await ask(await openPublicChat(product.url, own), {
        prompt: question,
        kb_id: own.unqid,
        org_id: own.organization_id,
      })
      refused(late, 'quota_used_up')
      assert.equal((late.body as unknown as FailedAnswer).type, 'limit')
      assert.ok(Number(late.headers.get('retry-after')) > 0)
    })
  })

  describe('GET /api/w/public-chats/{organization_id}/{unqid}', () => {
    const path = () => `/api/w/public-chats/${chat.organization_id}/${chat.unqid}`

    test('shows anyone what the page shows, and no more', async () => {
      const { organization, kb, allowed_domains } = done(await call<PublicChatAnswer>(cast.visitor, 'GET', path()))
      assert.deepEqual(organization, {
        id: chat.organization_id,
        name: 'Ada Byron’s organization',
        color: chat.organization.color,
        image_url: null,
      })
      assert.deepEqual(
        { name: kb.name, title: kb.title, unqid: kb.unqid, has_model: kb.has_model, allowed_domains },
        { name: 'Handbook', title: organization.name, unqid: chat.unqid, has_model: false, allowed_domains: [] },
      )
    })
    test('of another organization, of the chat’s own id, or of nothing, is 404', async () => {
      for (const [org, unqid] of [
        [chat.organization_id + 1, chat.unqid],
        [chat.organization_id, chat.id],
        [999_999, 'nothing'],
      ])
        refused(await call(cast.visitor, 'GET', `/api/w/public-chats/${org}/${unqid}`), 'chat_not_found')
    })
    test('of an organization that is no number names the field', async () =>
      refused(await call(cast.visitor, 'GET', `/api/w/public-chats/one/${chat.unqid}`), 'invalid', {
        fields: { organization_id: fieldMessages.invalid },
      }))
  })

  describe('GET /api/w/tickets/{organization_id}/{unqid}', () => {
    const path = (unqid = chat.unqid) => `/api/w/tickets/${chat.organization_id}/${unqid}`

    test('renews the ticket of an open page', async () => {
      const page = await openPublicChat(product.url, chat)
      const { ticket, expires_in } = done(await call<{ ticket: string; expires_in: number }>(page, 'GET', path()))
      assert.equal(expires_in, limits.ticketSeconds)
      const answer = await fetch(`${product.url}/api/w/messages`, {
        method: 'POST',
        headers: { 'x-csrf-token': ticket, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
        body: JSON.stringify(asVisitor()),
      })
      assert.equal(answer.status, 200)
    })
    test('wants the ticket of this chat', async () => {
      refused(await call(reader, 'GET', path('another')), 'page_outdated')
      refused(await call(cast.visitor, 'GET', path()), 'page_outdated')
      refused(await call(cast.owner, 'GET', path()), 'page_outdated')
    })
  })
})
