import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { defaults, errors, fieldMessages, type KnowledgeBase, limits } from '@lectern/contracts'
import { until } from '@lectern/testing'
import sharp from 'sharp'
import { type Account, signUp } from '../account.ts'
import { type Cast, gather, makeEnterprise } from '../cast.ts'
import { type Client, call, done, formOf, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('knowledge bases', () => {
  let cast: Cast
  let png: Buffer

  before(async () => {
    cast = await gather(product)
    png = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#1f6f5c' } })
      .png()
      .toBuffer()
  })

  type Saved = { knowledge_base: KnowledgeBase; message: string }
  type Listed = { knowledge_bases: KnowledgeBase[]; amount: number }
  const create = (who: Client, given: object | FormData) => call<Saved>(who, 'POST', '/api/w/knowledge-bases', given)
  const created = async (who: Client, name = 'Handbook') => done(await create(who, { name })).knowledge_base
  const save = (who: Client, { id }: { id: string }, given: object | FormData) =>
    call<Saved>(who, 'POST', `/api/w/knowledge-bases/${id}`, given)
  const put = (who: Client, { id }: { id: string }, given: object | FormData) =>
    call<Saved>(who, 'PUT', `/api/w/knowledge-bases/${id}`, given)
  const statusOf = (who: Client, { id }: { id: string }) =>
    call<{ kb: KnowledgeBase }>(who, 'GET', `/api/w/knowledge-bases/status?id=${id}`)
  const list = async (who: Client, query = '') =>
    done(await call<Listed>(who, 'GET', `/api/w/knowledge-bases${query}`)).knowledge_bases

  describe('POST /api/w/knowledge-bases', () => {
    test('makes a chat with every default', async () => {
      const { knowledge_base, message } = done(await create(cast.user, { name: ' Handbook ' }))
      assert.equal(message, 'Chat created.')
      const { id, unqid, organization_id, organization, date_format, created_at, ...rest } = knowledge_base
      assert.match(unqid, /^[\w-]{8,}$/)
      assert.notEqual(unqid, id)
      assert.ok(organization_id >= 1)
      assert.deepEqual(organization, { name: 'Ada Byron’s organization', color: defaults.chatColor, image_url: null })
      assert.match(date_format, /^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M$/)
      assert.ok(Date.now() - Date.parse(created_at) < 60_000)
      assert.deepEqual(rest, {
        name: 'Handbook',
        title: '',
        intro_message: '',
        color: null,
        button_color: '#930de3',
        image_url: null,
        has_image: false,
        system_prompt: '',
        personality: '',
        pre_question_1: '',
        pre_question_2: '',
        pre_question_3: '',
        pre_question_4: '',
        allowed_domains: '',
        daily_cap: 0,
        contact_form: true,
        contact_email: '',
        contact_url: '',
        file_count: 0,
        chat_count: 0,
        is_ready: true,
        is_failed: false,
      })
    })

    test('takes a form too', async () =>
      assert.equal(done(await create(cast.owner, formOf({ name: 'From a form' }))).knowledge_base.name, 'From a form'))

    for (const [what, given, sentence] of [
      ['no name', {}, fieldMessages.required],
      ['a blank name', { name: ' \t' }, fieldMessages.required],
      ['a name of 156 characters', { name: 'a'.repeat(156) }, fieldMessages.tooLong(155)],
      ['a name that is a list', { name: ['a'] }, fieldMessages.invalid],
    ] as const)
      test(`with ${what} says so`, async () =>
        refused(await create(cast.owner, given), 'invalid', { fields: { name: sentence } }))
  })

  describe('GET /api/w/knowledge-bases', () => {
    test('lists the organization’s own, newest first, or as asked for', async () => {
      for (const name of ['Zoo', 'apple', 'Über uns']) await created(cast.stranger, name)
      const { knowledge_bases, amount } = done(await call<Listed>(cast.stranger, 'GET', '/api/w/knowledge-bases'))
      assert.equal(amount, limits.pageSize)
      const names = (chats: KnowledgeBase[]) => chats.map(({ name }) => name)
      assert.deepEqual(names(knowledge_bases), ['Über uns', 'apple', 'Zoo'])
      assert.deepEqual(names(await list(cast.stranger, '?sort=name')), ['apple', 'Über uns', 'Zoo'])
      assert.deepEqual(names(await list(cast.stranger, '?search=UBER')), ['Über uns'])
      assert.deepEqual(await list(cast.stranger, '?page=2'), [])
      assert.deepEqual(await list(cast.owner, '?search=zoo'), [])
    })

    for (const [field, query] of [
      ['page', 'page=0'],
      ['sort', 'sort=size'],
    ] as const)
      test(`with a ${field} that is none names the field`, async () =>
        refused(await call(cast.owner, 'GET', `/api/w/knowledge-bases?${query}`), 'invalid', {
          fields: { [field]: fieldMessages.invalid },
        }))

    test('with a very long search names the field', async () =>
      refused(
        await call(cast.owner, 'GET', `/api/w/knowledge-bases?search=${'a'.repeat(limits.search + 1)}`),
        'invalid',
        {
          fields: { search: fieldMessages.tooLong(limits.search) },
        },
      ))
  })

  describe('POST and PUT /api/w/knowledge-bases/{id}', () => {
    let chat: KnowledgeBase
    before(async () => {
      chat = await created(cast.owner)
    })

    const configure = {
      name: 'Visitor guide',
      system_prompt: 'Answer briefly.',
      intro_message: 'Welcome!',
      allowed_domains: 'library.example',
    }
    const prompt = {
      personality: 'A patient librarian',
      pre_question_1: 'When are you open?',
      pre_question_2: 'a'.repeat(35),
      pre_question_3: '',
      pre_question_4: 'Who may borrow?',
    }

    test('save either half and keep the other, from JSON and from a form', async () => {
      const first = done(await save(cast.user, chat, formOf(prompt)))
      assert.equal(first.message, 'Saved.')
      assert.deepEqual(first.knowledge_base, { ...chat, ...prompt })
      const second = done(await save(cast.owner, chat, { ...configure, name: ' Visitor guide ' }))
      assert.deepEqual(second.knowledge_base, { ...chat, ...prompt, ...configure })
      const third = done(await put(cast.owner, chat, { intro_message: '' }))
      assert.deepEqual(third.knowledge_base, { ...chat, ...prompt, ...configure, intro_message: '' })
      assert.deepEqual(done(await statusOf(cast.owner, chat)).kb, third.knowledge_base)
    })

    test('PUT takes JSON alone', async () => {
      const message = 'Send this as JSON.'
      refused(await put(cast.owner, chat, formOf({ name: 'From a form' })), 'unsupported_body', { message })
      assert.equal(done(await statusOf(cast.owner, chat)).kb.name, 'Visitor guide')
    })

    for (const [what, given, fields] of [
      ['a blank name', { name: '' }, { name: fieldMessages.required }],
      ['a name of 156', { name: 'a'.repeat(156) }, { name: fieldMessages.tooLong(155) }],
      ['a helper question of 36', { pre_question_4: 'a'.repeat(36) }, { pre_question_4: fieldMessages.tooLong(35) }],
      ['a personality of 2001', { personality: 'a'.repeat(2001) }, { personality: fieldMessages.tooLong(2000) }],
      ['a prompt of 2001', { system_prompt: 'a'.repeat(2001) }, { system_prompt: fieldMessages.tooLong(2000) }],
      ['an intro of 501', { intro_message: 'a'.repeat(501) }, { intro_message: fieldMessages.tooLong(500) }],
      ['no color', { button_color: 'purple' }, { button_color: fieldMessages.color }],
      ['no domain', { allowed_domains: 'https://a.example/x' }, { allowed_domains: fieldMessages.domains }],
    ] as const)
      test(`with ${what} name the field, and save nothing`, async () => {
        const before = done(await statusOf(cast.owner, chat)).kb
        const wrong = { personality: 'New', ...given } as Record<string, string>
        refused(await save(cast.owner, chat, wrong), 'invalid', { fields })
        refused(await save(cast.owner, chat, formOf(wrong)), 'invalid', { fields })
        refused(await put(cast.owner, chat, wrong), 'invalid', { fields })
        assert.deepEqual(done(await statusOf(cast.owner, chat)).kb, before)
      })

    test('of what is another organization’s, or nobody’s, are 404', async () => {
      for (const change of [save, put]) {
        refused(await change(cast.stranger, chat, { name: 'Mine' }), 'chat_not_found')
        refused(await change(cast.owner, { id: 'nothing' }, { name: 'Mine' }), 'chat_not_found')
      }
      assert.equal(done(await statusOf(cast.owner, chat)).kb.name, 'Visitor guide')
    })

    const look = { title: 'Harbor Library', color: '#1f6f5c', button_color: '#123456' }
    test('keep title, colors and picture for enterprise plans', async () => {
      for (const [field, value] of Object.entries(look))
        refused(await save(cast.owner, chat, { [field]: value }), 'enterprise_only')
      refused(await save(cast.owner, chat, formOf({ image: ['logo.png', png] })), 'enterprise_only')
      done(await save(cast.owner, chat, { name: 'Visitor guide', button_color: defaults.buttonColor, title: '' }))
      assert.match(errors.enterprise_only.message, /Plans/)
    })

    test('take them on an enterprise plan', async () => {
      const grace: Account = await signUp(product.url, 'Grace')
      const own = await created(grace)
      await makeEnterprise(product, grace)
      await until('the chat to know', async () => (await save(grace, own, look)).status === 200)
      const { knowledge_base } = done(await save(grace, own, formOf({ image: ['logo.png', png, 'image/png'] })))
      const { image_url, ...rest } = knowledge_base
      assert.deepEqual({ ...rest, ...look, has_image: true }, rest)
      const picture = await cast.visitor.call(image_url ?? assert.fail('no picture'))
      assert.equal((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width, limits.imagePixels)
      const wrong = formOf({ image: ['logo.png', 'no picture'] })
      refused(await save(grace, own, wrong), 'invalid', { fields: { image: fieldMessages.image } })
    })
  })

  describe('GET /api/w/knowledge-bases/status', () => {
    test('answers the chat', async () => {
      const chat = await created(cast.owner)
      assert.deepEqual(done(await statusOf(cast.user, chat)).kb, chat)
      const paged = await call<{ kb: object }>(cast.user, 'GET', `/api/w/knowledge-bases/status?id=${chat.id}&page=2`)
      assert.deepEqual(done(paged).kb, chat)
      refused(await statusOf(cast.stranger, chat), 'chat_not_found')
      refused(await statusOf(cast.owner, { id: 'nothing' }), 'chat_not_found')
    })
    test('without an id names it', async () =>
      refused(await call(cast.owner, 'GET', '/api/w/knowledge-bases/status'), 'invalid', {
        fields: { id: fieldMessages.required },
      }))
  })

  describe('DELETE /api/w/knowledge-bases/{id}', () => {
    test('takes the chat away for everybody', async () => {
      const chat = await created(cast.owner)
      const path = `/api/w/knowledge-bases/${chat.id}`
      refused(await call(cast.stranger, 'DELETE', path), 'chat_not_found')
      assert.deepEqual(done(await call(cast.user, 'DELETE', path)), { message: 'Deleted.' })
      refused(await statusOf(cast.owner, chat), 'chat_not_found')
      refused(await call(cast.owner, 'DELETE', path), 'chat_not_found')
      assert.ok((await list(cast.owner)).every(({ id }) => id !== chat.id))
      const page = `/api/w/public-chats/${chat.organization_id}/${chat.unqid}`
      await until('the public page to go', async () => (await call(cast.visitor, 'GET', page)).status === 404)
    })
  })
})
