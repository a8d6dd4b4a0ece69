import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { defaults, fieldMessages, type KnowledgeBase, limits } from '@lectern/contracts'
import { asIdentity, until } from '@lectern/testing'
import { startKnowledge } from './knowledge.ts'

const { app, outside, headers, call, sendForm, createChat, status, heard, collection, tellOrganization } =
  await startKnowledge()
const url = '/api/w/knowledge-bases'
const stranger = { orgId: 2, userId: 'user-2' }
const long = (length: number) => 'x'.repeat(length)

/** The kb.changed of a version; it tells of the chat as it was when it was sent, or later. */
const told = (id: string, version: number) =>
  until(`version ${version} of kb.changed`, () =>
    outside.received.find(
      (event) => event.type === 'kb.changed' && event.aggregateId === id && event.version === version,
    ),
  )

// What only such a plan may change is proved in look.test.ts.
before(() => tellOrganization(true))

describe('creating a chat', () => {
  for (const [way, send] of [
    ['JSON', () => call('POST', url, { body: { name: ' Handbook ' } })],
    ['a form', () => sendForm(url, [['name', ' Handbook ']])],
  ] as const)
    test(`by ${way} gives it its defaults and tells the others`, async () => {
      const answer = await send()
      assert.equal(answer.statusCode, 200)
      const chat: KnowledgeBase = answer.json().knowledge_base
      const { id, unqid, created_at, date_format, organization, ...rest } = chat
      assert.ok(id && unqid && id !== unqid)
      assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 60_000)
      assert.match(date_format, /^[A-Z][a-z]{2} \d/)
      assert.deepEqual(rest, {
        organization_id: 1,
        name: 'Handbook',
        title: '',
        intro_message: '',
        color: null,
        button_color: defaults.buttonColor,
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
      assert.deepEqual(await status(id), chat)

      const event = await heard('kb.changed', id)
      assert.equal(event.orgId, 1)
      assert.equal(event.version, 1)
      const { $typeName, ...payload } = event.payload as { $typeName: string }
      assert.deepEqual(payload, {
        unqid,
        name: 'Handbook',
        title: '',
        introMessage: '',
        color: '',
        buttonColor: defaults.buttonColor,
        imageUrl: '',
        systemPrompt: '',
        personality: '',
        preQuestions: ['', '', '', ''],
        allowedDomains: [],
        dailyCap: 0,
        noContactForm: false,
        contactEmail: '',
        contactUrl: '',
        fileCount: 0,
        isReady: true,
        isFailed: false,
      })
    })

  for (const [what, name, message] of [
    ['no name', undefined, fieldMessages.required],
    ['a blank name', ' \t', fieldMessages.required],
    ['a name that is too long', long(limits.name + 1), fieldMessages.tooLong(limits.name)],
  ] as const)
    test(`with ${what} is refused, by JSON and by a form`, async () => {
      const before = await collection('chats').countDocuments()
      for (const answer of [
        await call('POST', url, { body: { name } }),
        await sendForm(url, name === undefined ? [['other', 'x']] : [['name', name]]),
      ]) {
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json(), { message, code: 'invalid', errors: { name: [message] } })
      }
      assert.equal(await collection('chats').countDocuments(), before)
    })

  test('a name may be as long as the limit', async () => {
    assert.equal((await createChat(long(limits.name))).name.length, limits.name)
  })
})

describe('saving a chat', () => {
  const configure = {
    name: 'Guide',
    title: 'Ask the guide',
    color: '#00FF7f',
    button_color: '#123456',
    system_prompt: 'Be brief.',
    intro_message: 'Welcome.',
    allowed_domains: 'Example.com, münchen.de localhost:3000 example.com',
  }
  const prompt = {
    personality: 'A kind librarian',
    pre_question_1: 'Where?',
    pre_question_2: 'When?',
    pre_question_3: 'Who?',
    pre_question_4: 'Why?',
  }

  test('by PUT and JSON keeps each half of the settings beside the other, and tells of them', async () => {
    const { id } = await createChat()
    const first = await call('PUT', `${url}/${id}`, { body: configure })
    assert.equal(first.statusCode, 200)
    const second = await call('PUT', `${url}/${id}`, { body: prompt })
    const saved = second.json().knowledge_base
    for (const [field, value] of Object.entries({ ...configure, ...prompt })) assert.equal(saved[field], value, field)
    assert.deepEqual(await status(id), saved)

    const event = await told(id, 3)
    const { title, color, buttonColor, systemPrompt, introMessage, personality, preQuestions, allowedDomains } =
      event.payload as unknown as Record<string, unknown>
    assert.deepEqual(
      { title, color, buttonColor, systemPrompt, introMessage, personality, preQuestions, allowedDomains },
      {
        personality: prompt.personality,
        title: configure.title,
        color: configure.color,
        buttonColor: configure.button_color,
        systemPrompt: configure.system_prompt,
        introMessage: configure.intro_message,
        preQuestions: ['Where?', 'When?', 'Who?', 'Why?'],
        allowedDomains: ['example.com', 'xn--mnchen-3ya.de', 'localhost:3000'],
      },
    )
  })

  test('by POST takes JSON and forms alike', async () => {
    const { id } = await createChat()
    const byForm = await sendForm(`${url}/${id}`, Object.entries(configure))
    assert.equal(byForm.statusCode, 200)
    const byJson = await call('POST', `${url}/${id}`, { body: prompt })
    for (const [field, value] of Object.entries({ ...configure, ...prompt }))
      assert.equal(byJson.json().knowledge_base[field], value, field)
  })

  test('a field can be emptied again, but the name', async () => {
    const { id } = await createChat()
    await call('PUT', `${url}/${id}`, { body: configure })
    const emptied = await call('PUT', `${url}/${id}`, { body: { title: '', intro_message: '' } })
    assert.deepEqual([emptied.json().knowledge_base.title, emptied.json().knowledge_base.intro_message], ['', ''])
    const nameless = await call('PUT', `${url}/${id}`, { body: { name: ' ' } })
    assert.equal(nameless.statusCode, 422)
    assert.equal((await status(id)).name, 'Guide')
  })

  test('what is not a setting cannot be set', async () => {
    const { id } = await createChat()
    const tried = {
      organization_id: 2,
      is_ready: false,
      file_count: 7,
      unqid: 'mine',
      settings: {},
      $set: { orgId: 2 },
    }
    const answer = await call('PUT', `${url}/${id}`, { body: { ...tried, title: 'T' } })
    const { title, organization_id, is_ready, file_count } = answer.json().knowledge_base
    assert.deepEqual([title, organization_id, is_ready, file_count], ['T', 1, true, 0])
  })

  for (const [field, max] of [
    ['name', 155],
    ['title', 155],
    ['intro_message', 500],
    ['system_prompt', 2000],
    ['personality', 2000],
    ['pre_question_1', 35],
    ['pre_question_2', 35],
    ['pre_question_3', 35],
    ['pre_question_4', 35],
  ] as const)
    test(`${field} takes ${max} characters and no more`, async () => {
      const { id } = await createChat()
      const fits = await call('PUT', `${url}/${id}`, { body: { [field]: long(max) } })
      assert.equal(fits.json().knowledge_base[field].length, max)
      for (const answer of [
        await call('PUT', `${url}/${id}`, { body: { [field]: long(max + 1) } }),
        await sendForm(`${url}/${id}`, [[field, long(max + 1)]]),
      ]) {
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json().errors, { [field]: [fieldMessages.tooLong(max)] })
      }
      assert.equal((await status(id))[field].length, max)
    })

  test('every wrong field is named at once', async () => {
    const { id } = await createChat()
    const body = { name: '', color: 'red', button_color: '#12345', pre_question_1: 7 }
    const { errors } = (await call('PUT', `${url}/${id}`, { body })).json()
    assert.deepEqual(errors, {
      name: [fieldMessages.required],
      color: [fieldMessages.color],
      button_color: [fieldMessages.color],
      pre_question_1: [fieldMessages.invalid],
    })
  })
})

describe('lists', () => {
  test('are searched by name, and sorted by the name of now', async () => {
    const user = { orgId: 77 }
    for (const name of ['Zoo', 'Über uns (intern)', 'apple']) await createChat(name, user)
    const names = async (query: string, of: typeof user = user) =>
      (await call('GET', `${url}?${query}`, { user: of })).json().knowledge_bases.map(({ name }: KnowledgeBase) => name)
    assert.deepEqual(await names('sort=name'), ['apple', 'Über uns (intern)', 'Zoo'])
    assert.deepEqual(await names('sort=oldest'), ['Zoo', 'Über uns (intern)', 'apple'])
    assert.deepEqual(await names('search='), ['apple', 'Über uns (intern)', 'Zoo'])
    assert.deepEqual(await names('search=UNS%20uber'), ['Über uns (intern)'])
    assert.deepEqual(await names('search=(intern)'), ['Über uns (intern)'])
    for (const nothing of ['.%2A', '%5B', '%24']) assert.deepEqual(await names(`search=${nothing}`), [])
    assert.equal((await names('search=%00')).length, 3)
    assert.deepEqual(await names('search=zoo', { orgId: 78 }), [])
    const [chat] = (await call('GET', `${url}?search=zoo`, { user })).json().knowledge_bases
    await call('PUT', `${url}/${chat.id}`, { body: { name: 'Aquarium' }, user })
    assert.deepEqual(await names('sort=name&search=a'), ['apple', 'Aquarium'])
    assert.equal((await call('GET', `${url}?search=${long(limits.search + 1)}`, { user })).statusCode, 422)
    assert.equal((await call('GET', `${url}?sort=size`, { user })).statusCode, 422)
  })

  test('come newest first, a page at a time, and only the organization’s own', async () => {
    const user = { orgId: 30 }
    const names = Array.from({ length: limits.pageSize + 2 }, (_, index) => `Chat ${index}`)
    for (const name of names) await createChat(name, user)
    await createChat('Another organization’s', { orgId: 31 })
    const page = async (query: string) => (await call('GET', `${url}${query}`, { user })).json()
    const [first, second, third] = [await page(''), await page('?page=2'), await page('?page=3')]
    const shown = [...first.knowledge_bases, ...second.knowledge_bases] as KnowledgeBase[]
    assert.deepEqual(
      shown.map(({ name }) => name),
      names.toReversed(),
    )
    assert.equal(first.knowledge_bases.length, first.amount)
    assert.equal(first.amount, limits.pageSize)
    assert.deepEqual(third.knowledge_bases, [])
  })

  for (const page of ['0', '-1', 'x', '1e9'])
    test(`page ${page} is refused`, async () => {
      const answer = await call('GET', `${url}?page=${page}`)
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, { page: [fieldMessages.invalid] })
    })
})

describe('deleting a chat', () => {
  test('removes it from every call and tells the others', async () => {
    const { id } = await createChat()
    const answer = await call('DELETE', `${url}/${id}`)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().message, 'Deleted.')
    for (const gone of [
      await call('GET', `${url}/status?id=${id}`),
      await call('PUT', `${url}/${id}`, { body: { name: 'Back' } }),
      await call('DELETE', `${url}/${id}`),
    ])
      assert.deepEqual([gone.statusCode, gone.json().code], [404, 'chat_not_found'])
    const listed = (await call('GET', url)).json().knowledge_bases as KnowledgeBase[]
    assert.ok(!listed.some((chat) => chat.id === id))
    assert.equal((await heard('kb.deleted', id)).version, 2)
    await until('its record to go', async () => (await collection('chats').countDocuments({ _id: id })) === 0)
  })
})

describe('who may', () => {
  const calls = (chat: string) =>
    [
      ['GET', `${url}/status?id=${chat}`],
      ['POST', `${url}/${chat}`, { name: 'Taken' }],
      ['PUT', `${url}/${chat}`, { name: 'Taken' }],
      ['GET', `/api/w/knowledge-base-files?id=${chat}`],
      ['DELETE', `${url}/${chat}`],
    ] as const

  test('another organization’s chat does not exist, and stays as it is', async () => {
    const chat = await createChat()
    for (const [method, path, body] of calls(chat.id)) {
      const answer = await call(method, path, { user: stranger, ...(body ? { body } : {}) })
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'chat_not_found'], `${method} ${path}`)
    }
    const byForm = await sendForm(`${url}/${chat.id}`, [['name', 'Taken']], stranger)
    assert.equal(byForm.statusCode, 404)
    assert.deepEqual(await status(chat.id), chat)
  })

  test('visitors, strangers and identities made for another service are unauthenticated', async () => {
    const { id } = await createChat()
    const visitor = await asIdentity({ kind: 'visitor', orgId: 1, chatUnqid: 'abc' }, 'knowledge')
    const forAnother = await asIdentity({ kind: 'visitor', orgId: 1, chatUnqid: 'abc' }, 'chat')
    for (const identity of [{}, visitor, forAnother, { authorization: 'Bearer made.up.token' }])
      for (const [method, path, body] of [...calls(id), ['GET', url] as const, ['POST', url, { name: 'A' }] as const]) {
        const answer = await app.inject({ method, url: path, headers: identity, ...(body ? { payload: body } : {}) })
        assert.equal(answer.statusCode, 401, `${method} ${path}`)
        assert.deepEqual(answer.json(), { message: 'Unauthenticated.', code: 'unauthenticated' })
      }
  })

  test('any user of the organization', async () => {
    const { id } = await createChat()
    const answer = await call('PUT', `${url}/${id}`, { body: { name: 'By a user' }, user: { typeId: 1, userId: 'u9' } })
    assert.equal(answer.statusCode, 200)
  })
})

describe('bodies that cannot be read', () => {
  const send = async (payload: string, type: string) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...(await headers()), 'content-type': type },
    })

  for (const [what, payload, type, status, code] of [
    ['half a JSON', '{"name":', 'application/json', 422, 'malformed_body'],
    ['no JSON at all', '', 'application/json', 422, 'malformed_body'],
    ['a list', '["name"]', 'application/json', 422, 'invalid'],
    ['null', 'null', 'application/json', 422, 'invalid'],
    ['an old form', 'name=A', 'application/x-www-form-urlencoded', 415, 'unsupported_body'],
    ['a form without a boundary', '--x', 'multipart/form-data', 422, 'malformed_body'],
    ['a form that ends too early', '--x\r\ncontent-disp', 'multipart/form-data; boundary=x', 422, 'malformed_body'],
    ['an empty form', '', 'multipart/form-data; boundary=x', 422, 'invalid'],
    ['a form that sets a prototype', form('__proto__', 'x'), 'multipart/form-data; boundary=x', 422, 'malformed_body'],
    ['a field of 100 kB', form('name', long(100_000)), 'multipart/form-data; boundary=x', 413, 'body_too_large'],
    ['JSON of 300 kB', JSON.stringify({ name: long(300_000) }), 'application/json', 413, 'body_too_large'],
  ] as const)
    test(`${what} is refused with ${status} ${code}`, async () => {
      const answer = await send(payload, type)
      assert.deepEqual([answer.statusCode, answer.json().code], [status, code])
      assert.match(answer.json().message, /^[A-Z].*\.$/)
    })

  function form(name: string, value: string) {
    return `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`
  }
})
