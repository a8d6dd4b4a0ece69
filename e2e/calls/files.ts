import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { errors, fieldMessages, type KnowledgeBase, type KnowledgeBaseFile, limits } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { makePdf } from '@lectern/testing/documents'
import { type Cast, gather } from '../cast.ts'
import { type Client, call, done, formOf, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('files', () => {
  let cast: Cast
  let chat: KnowledgeBase

  before(async () => {
    cast = await gather(product)
    chat = await cast.owner.createChat('Handbook')
  })

  type Uploaded = { file: KnowledgeBaseFile; r_ref: string | null; message: string }
  type Listed = { kb: KnowledgeBase; files: KnowledgeBaseFile[]; amount: number }
  const path = '/api/w/knowledge-base-files'
  const words = 'The reading room is open until ten in the evening.'
  const upload = (who: Client, given: FormData | object) => call<Uploaded>(who, 'POST', path, given)
  const text = (fields: Record<string, string> = {}, name = 'hours.txt', content: string | Uint8Array = words) =>
    formOf({ id: chat.id, ...fields, file: [name, content] })
  const list = async (who: Client, query = `?id=${chat.id}`) => done(await call<Listed>(who, 'GET', path + query))
  const remove = (who: Client, id: string, query = '') => call(who, 'DELETE', `${path}/${id}${query}`)

  describe('POST /api/w/knowledge-base-files', () => {
    test('takes a document, and answers its row and the r_ref as it was sent', async () => {
      const { file, r_ref, message } = done(await upload(cast.user, text({ r_ref: ' row 1 ✓' })))
      assert.deepEqual({ r_ref, message }, { r_ref: ' row 1 ✓', message: 'Uploaded. We are reading it now.' })
      const { id, date_format, created_at, ...rest } = file
      assert.ok(Date.now() - Date.parse(created_at) < 60_000)
      assert.deepEqual(rest, {
        knowledge_base_id: chat.id,
        name: 'hours.txt',
        url: null,
        crawl_id: null,
        ext: 'txt',
        size: words.length,
        size_format: `${words.length} B`,
        status: 'processing',
        error: null,
        pages: null,
        pages_done: 0,
      })
      assert.equal((await cast.owner.settled(chat, 60_000)).is_ready, true)
    })

    test('takes the parts in any order, and without an r_ref', async () => {
      const form = formOf({ file: ['guide.pdf', makePdf([words])], id: chat.id })
      const { file, r_ref } = done(await upload(cast.owner, form))
      assert.deepEqual([file.ext, r_ref], ['pdf', null])
    })

    for (const [name, content, ext] of [
      ['notes.md', `# Hours\n\n${words}`, 'md'],
      ['page.html', `<html><body><p>${words}</p></body></html>`, 'html'],
      ['table.csv', 'day,hours\nMonday,10-22\n', 'csv'],
      ['main.go', 'package main\n\nfunc main() {}\n', 'go'],
      ['style.css', 'body { color: red }', 'css'],
      ['data.json', '{"open":true}', 'json'],
    ] as const)
      test(`takes ${name}`, async () =>
        assert.equal(done(await upload(cast.owner, text({}, name, content))).file.ext, ext))

    test('refuses what is no document, by what is in it', async () => {
      const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
      for (const name of ['holiday.png', 'holiday.pdf', 'run.exe'])
        refused(
          await upload(cast.owner, text({}, name, name === 'run.exe' ? Buffer.from('MZ\0\0') : png)),
          'not_a_document',
          {
            message: `File ${name} not a document type`,
          },
        )
    })

    for (const [what, make, fields] of [
      ['no file', () => formOf({ id: chat.id }), { file: fieldMessages.fileMissing }],
      ['an empty file field', () => formOf({ id: chat.id, file: ['', ''] }), { file: fieldMessages.fileMissing }],
      ['an empty file', () => text({}, 'empty.txt', ''), { file: fieldMessages.fileEmpty }],
      ['no chat', () => formOf({ file: ['hours.txt', words] }), { id: fieldMessages.chooseChat }],
      ['nothing', () => formOf({}), { id: fieldMessages.chooseChat, file: fieldMessages.fileMissing }],
      ['a very long r_ref', () => text({ r_ref: 'a'.repeat(256) }), { r_ref: fieldMessages.tooLong(limits.reference) }],
    ] as const)
      test(`with ${what} names the field`, async () => {
        const before = (await list(cast.owner)).files.length
        refused(await upload(cast.owner, make()), 'invalid', { fields })
        assert.equal((await list(cast.owner)).files.length, before)
      })

    test('of more than 50 MB is refused', async () => {
      const large = Buffer.alloc(limits.uploadBytes + 1, 'a')
      refused(await upload(cast.owner, text({}, 'large.txt', large)), 'file_too_large')
    })

    test('for another organization’s chat, or none, is 404', async () => {
      refused(await upload(cast.stranger, text()), 'chat_not_found')
      refused(await upload(cast.owner, formOf({ id: 'nothing', file: ['hours.txt', words] })), 'chat_not_found')
    })

    test('breaking off in the middle of a form is refused', async () => {
      const answer = await cast.owner.call(path, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: `--b\r\nContent-Disposition: form-data; name="id"\r\n\r\n${chat.id}`,
      })
      assert.equal(answer.status, 422)
      assert.equal(((await answer.json()) as { code: string }).code, 'malformed_body')
    })
  })

  describe('POST /api/w/knowledge-base-files with a scrape_url', () => {
    const scrape = (fields: object) => upload(cast.owner, { id: chat.id, ...fields })

    test('makes a row of the page that is fetched next, from JSON and from a form', async () => {
      const address = 'https://library.example/hours'
      const { file, r_ref, message } = done(await scrape({ scrape_url: address, r_ref: 'row 2' }))
      assert.deepEqual([r_ref, message], ['row 2', 'We are fetching the page now.'])
      assert.deepEqual([file.url, file.name, file.status], [address, address, 'processing'])
      const form = formOf({ id: chat.id, scrape_url: address })
      assert.equal(done(await upload(cast.owner, form)).file.url, address)
      const failed = await until(
        'the fetch to fail',
        async () => {
          const { files } = await list(cast.owner)
          return files.find(({ id, status }) => id === file.id && status === 'failed')
        },
        60_000,
      )
      assert.ok(failed.error && failed.error.length > 10, 'says why')
    })

    for (const [what, fields, field] of [
      ['no address', { scrape_url: ' ' }, 'scrape_url'],
      ['no http', { scrape_url: 'ftp://library.example' }, 'scrape_url'],
      ['words', { scrape_url: 'the library' }, 'scrape_url'],
      ['a very long address', { scrape_url: `https://library.example/${'a'.repeat(2048)}` }, 'scrape_url'],
      ['no chat', { id: '', scrape_url: 'https://library.example' }, 'id'],
    ] as const)
      test(`with ${what} names the field`, async () => {
        const { status, body } = await scrape(fields)
        assert.equal(status, errors.invalid.status)
        const { code, errors: named } = body as unknown as { code: string; errors: object }
        assert.equal(code, 'invalid')
        assert.deepEqual(Object.keys(named), [field])
      })

    test('for another organization’s chat is 404', async () =>
      refused(await upload(cast.stranger, { id: chat.id, scrape_url: 'https://library.example' }), 'chat_not_found'))
  })

  describe('GET /api/w/knowledge-base-files', () => {
    test('lists the chat with its files, newest first', async () => {
      const own = await cast.owner.createChat('Small')
      for (const name of ['one.txt', 'two.txt']) await cast.owner.upload(own, name, words)
      const { kb, files, amount } = await list(cast.user, `?id=${own.id}&page=1`)
      assert.deepEqual([kb.id, kb.file_count, amount], [own.id, 2, limits.pageSize])
      assert.deepEqual(
        files.map(({ name }) => name),
        ['two.txt', 'one.txt'],
      )
      assert.deepEqual((await list(cast.user, `?id=${own.id}&page=2`)).files, [])
    })
    test('of another organization’s chat is 404', async () =>
      refused(await call(cast.stranger, 'GET', `${path}?id=${chat.id}`), 'chat_not_found'))
    test('without a chat names the field', async () =>
      refused(await call(cast.owner, 'GET', path), 'invalid', { fields: { id: fieldMessages.required } }))
  })

  describe('DELETE /api/w/knowledge-base-files/{id}', () => {
    test('takes the file away, and the chat is counted anew', async () => {
      const own = await cast.owner.createChat('Small')
      const uploaded = await cast.owner.upload(own, 'one.txt', words)
      const { id } = uploaded.body.file
      refused(await remove(cast.stranger, id), 'file_not_found')
      refused(await remove(cast.owner, id, `?kb_id=${chat.id}`), 'file_not_found')
      refused(await call(cast.owner, 'DELETE', `${path}/${id}`, { kb_id: chat.id }), 'file_not_found')
      assert.deepEqual(done(await remove(cast.user, id, `?kb_id=${own.id}`)), { message: 'Deleted.' })
      refused(await remove(cast.owner, id), 'file_not_found')
      const { kb, files } = await list(cast.owner, `?id=${own.id}`)
      assert.deepEqual([kb.file_count, files], [0, []])
    })
  })
})
