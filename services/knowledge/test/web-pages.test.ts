import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errors, fieldMessages, type KnowledgeBaseFile, limits } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { encodeForm, startKnowledge } from './knowledge.ts'

const knowledge = await startKnowledge()
const { app, call, sendForm, createChat, status, listFiles, heard, headers, outside, collection } = knowledge
const url = '/api/w/knowledge-base-files'
const address = 'https://site.example/tea?b=1'
const uploads = () => outside.received.filter(({ type }) => type === 'document.uploaded').length

const asJson = (id: string, scrape_url: string, more: object = {}) =>
  call('POST', url, { body: { id, scrape_url, ...more } })
const asForm = (id: string, scrape_url: string) =>
  sendForm(url, [
    ['id', id],
    ['scrape_url', scrape_url],
  ])

describe('a web page', () => {
  test('becomes a file of the chat at once, and others are told to fetch it', async () => {
    const chat = await createChat()
    const answer = await asJson(chat.id, ` ${address} `, { r_ref: 'row-1' })
    assert.equal(answer.statusCode, 200)
    const { file, r_ref, message } = answer.json()
    assert.deepEqual([r_ref, message], ['row-1', 'We are fetching the page now.'])
    const { id, created_at, date_format, ...rest } = file
    assert.deepEqual(rest, {
      knowledge_base_id: chat.id,
      name: address,
      url: address,
      crawl_id: null,
      ext: '',
      size: 0,
      size_format: '0 B',
      status: 'processing',
      error: null,
      pages: null,
      pages_done: 0,
    })
    assert.deepEqual(await listFiles(chat.id), [file])
    assert.equal((await status(chat.id)).is_ready, false)
    const event = await heard('document.uploaded', id)
    const { $typeName, blobKey, ...told } = event.payload as unknown as Record<string, unknown>
    assert.deepEqual(told, { kbId: chat.id, name: address, url: address, ext: '', mime: '', size: 0n, toFetch: true })
    assert.ok(blobKey)
  })

  test('may come by a form, its file field left empty', async () => {
    const { id } = await createChat()
    const byForm = await asForm(id, address)
    assert.equal(byForm.json().file.url, address)
    const beside = await sendForm(url, [
      ['scrape_url', address],
      ['file', { name: '', content: '' }],
      ['r_ref', 'row-2'],
      ['id', id],
    ])
    assert.deepEqual([beside.json().file.url, beside.json().r_ref], [address, 'row-2'])
  })

  test('is shown as what it turns out to be', async () => {
    const { id: kbId } = await createChat()
    const { id } = (await asJson(kbId, address)).json().file as KnowledgeBaseFile
    const about = { orgId: 1, aggregateId: id }
    const page = { url: 'https://site.example/tea', name: 'Tea', ext: 'html', mime: 'text/html', size: 1234n }
    await outside.send('document.fetched', about, { kbId, ...page })
    const file = await until('its name', async () => (await listFiles(kbId)).find(({ name }) => name === 'Tea'))
    assert.deepEqual([file.url, file.ext, file.size, file.status], [page.url, 'html', 1234, 'processing'])
    await outside.send('document.ingested', about, { kbId, pages: 1, chunks: 1 })
    await until('the chat to be ready', async () => (await status(kbId)).is_ready)
    // The same once more, and a page that is gone by then.
    await outside.send('document.fetched', about, { kbId, ...page })
    await outside.send('document.fetched', { orgId: 2, aggregateId: id }, { kbId, ...page, name: 'Stolen' })
    await call('DELETE', `${url}/${id}`)
    await outside.send('document.fetched', about, { kbId, ...page })
    await until('its record to go', async () => (await collection('files').countDocuments({ _id: id })) === 0)
    assert.deepEqual(await listFiles(kbId), [])
  })

  test('that cannot be fetched fails with its sentence', async () => {
    const { id: kbId } = await createChat()
    const { id } = (await asJson(kbId, address)).json().file as KnowledgeBaseFile
    const message = 'There is no page at this address.'
    await outside.send('document.failed', { orgId: 1, aggregateId: id }, { kbId, code: 'not_found', message })
    await until('the chat to fail', async () => (await status(kbId)).is_failed)
    assert.equal((await listFiles(kbId))[0]?.error, message)
  })

  test('at a very long address has a name that fits a list', async () => {
    const { id } = await createChat()
    const long = `https://site.example/${'a'.repeat(1500)}`
    const { file } = (await asJson(id, long)).json()
    assert.deepEqual([file.name.length, file.url], [limits.name, long])
  })
})

describe('is refused at once, on its field:', () => {
  for (const [what, given] of [
    ['no address at all', 'tea'],
    ['an address without http', 'site.example/tea'],
    ['another protocol', 'ftp://site.example/tea'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['a name that is none', 'http://..example/'],
    ['a port that is none', 'http://site.example:99999/'],
    ['credentials', 'https://ada:secret@site.example/'],
  ] as const)
    test(what, async () => {
      const { id } = await createChat()
      const before = uploads()
      for (const answer of [await asJson(id, given), await asForm(id, given)]) {
        assert.equal(answer.statusCode, 422)
        const { message, code, errors: fields } = answer.json()
        assert.equal(code, 'invalid')
        assert.match(message, /^[A-Z].*\.$/)
        assert.deepEqual(fields, { scrape_url: [message] })
      }
      assert.deepEqual([await listFiles(id), uploads()], [[], before])
    })

  test('an address that is too long', async () => {
    const { id } = await createChat()
    const long = `https://site.example/${'a'.repeat(limits.url)}`
    for (const answer of [await asJson(id, long), await asForm(id, long)])
      assert.deepEqual([answer.statusCode, answer.json().errors], [422, { scrape_url: [fieldMessages.tooLong(2048)] }])
  })

  test('nothing in it', async () => {
    const { id } = await createChat()
    const { errors: byJson } = (await asJson(id, ' ')).json()
    assert.deepEqual(byJson, { scrape_url: [fieldMessages.required] })
    const { errors: byForm } = (await asForm(id, ' ')).json()
    assert.deepEqual(byForm, { file: [fieldMessages.fileMissing] })
    const { errors: noChat } = (await call('POST', url, { body: { scrape_url: address } })).json()
    assert.deepEqual(noChat, { id: [fieldMessages.chooseChat] })
  })
})

describe('who may', () => {
  test('only users of the chat’s organization', async () => {
    const { id } = await createChat()
    const before = uploads()
    const body = { id, scrape_url: address }
    const stranger = await call('POST', url, { body, user: { orgId: 2, userId: 'user-2' } })
    const unknown = await asJson('unknown', address)
    for (const answer of [stranger, unknown])
      assert.deepEqual([answer.statusCode, answer.json().message], [404, errors.chat_not_found.message])
    const form = await encodeForm([['scrape_url', address]])
    for (const sent of [
      { payload: body, headers: {} },
      { payload: form.body, headers: { 'content-type': form.type } },
    ])
      assert.equal((await app.inject({ method: 'POST', url, ...sent })).statusCode, 401)
    assert.ok((await headers()).authorization)
    assert.deepEqual([await listFiles(id), uploads()], [[], before])
  })
})
