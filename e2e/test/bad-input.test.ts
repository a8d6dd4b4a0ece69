import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { KnowledgeBase } from '@lectern/contracts'
import { createClient } from '@lectern/testing'
import { makeEncryptedPdf, makePdf, makeScannedPdf } from '@lectern/testing/documents'
import { type Account, signUp } from '../account.ts'
import { type Product, startProduct } from '../product.ts'

const megabyte = 1024 * 1024
const words = 'The reading room is open until ten in the evening.'

let product: Product
let ada: Account
let bob: Account
let chat: KnowledgeBase

before(async () => {
  product = await startProduct()
  ada = await signUp(product.url)
  bob = await signUp(product.url, 'Bob')
  chat = await ada.createChat('Handbook')
})
after(() => product?.stop())

type Answer = { status: number; body: { message?: string; code?: string; errors?: Record<string, string[]> } }
const refusedWith = ({ status, body }: Answer, wanted: number, code: string) => {
  assert.equal(status, wanted, JSON.stringify(body))
  assert.equal(body.code, code)
  assert.ok(body.message && /[.!]$|^File /.test(body.message), `a sentence: ${body.message}`)
}

describe('documents that cannot be read', () => {
  const bad = {
    'blank.txt': [' \n\t\n', /no text/i],
    'broken.pdf': [`%PDF-1.7\n${'garbage '.repeat(200)}`, /damaged/i],
    'locked.pdf': [makeEncryptedPdf(), /password/i],
    'scanned.pdf': [makeScannedPdf(), /pictures|scan/i],
  } as const

  test('fail each with a reason a person can act on, while the good one beside them becomes Ready', async () => {
    for (const [name, [content]] of Object.entries(bad)) {
      const { status, body } = await ada.upload(chat, name, content)
      assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
    }
    assert.equal((await ada.upload(chat, 'good.pdf', makePdf([words]))).status, 200)
    const settled = await ada.settled(chat, 60_000)
    assert.equal(settled.is_ready, true)
    const files = new Map((await ada.files(chat)).map((file) => [file.name, file]))
    for (const [name, [, reason]] of Object.entries(bad)) {
      assert.equal(files.get(name)?.status, 'failed', name)
      assert.match(files.get(name)?.error ?? '', reason)
    }
    assert.equal(files.get('good.pdf')?.status, 'ready')
  })

  test('an empty file is refused at once', async () =>
    refusedWith(await ada.upload(chat, 'empty.txt', ''), 422, 'invalid'))

  test('a picture that calls itself a PDF is refused by what it is', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const answer = await ada.upload(chat, 'holiday.pdf', png)
    refusedWith(answer, 415, 'not_a_document')
    assert.equal(answer.body.message, 'File holiday.pdf not a document type')
  })

  test('200 MB are refused, and nothing of them is kept', async () => {
    const before = (await ada.files(chat)).length
    refusedWith(
      await ada.upload(chat, 'large.txt', new Blob(Array(200).fill(new Uint8Array(megabyte).fill(97)))),
      413,
      'file_too_large',
    )
    assert.equal((await ada.files(chat)).length, before)
  })
})

describe('questions that cannot be asked', () => {
  const ask = (who: Account, body: object) => who.send('POST', '/api/w/messages', body)

  test('20,000 characters', async () => {
    const answer = await ask(ada, { kb_id: chat.id, prompt: 'a'.repeat(20_000) })
    refusedWith(answer, 422, 'invalid')
    assert.deepEqual((answer.body as Answer['body']).errors, { prompt: ['Please use at most 2500 characters.'] })
  })
  test('nothing', async () => {
    const { body } = await ask(ada, { kb_id: chat.id, prompt: ' ' })
    assert.equal(body.message, 'Please provide a prompt first.')
  })
  test('of no chat', async () =>
    assert.equal((await ask(ada, { kb_id: '', prompt: 'Hi' })).body.message, 'Please select a knowledge base.'))
  test('of an unknown chat', async () =>
    refusedWith(await ask(ada, { kb_id: 'nothing', prompt: 'Hi' }), 404, 'chat_not_found'))
  test('of another organization’s chat', async () =>
    refusedWith(await ask(bob, { kb_id: chat.id, prompt: 'Hi' }), 404, 'chat_not_found'))
})

describe('another organization', () => {
  test('finds nothing where a chat is', async () => {
    refusedWith(await bob.send('GET', `/api/w/knowledge-bases/status?id=${chat.id}`), 404, 'chat_not_found')
    refusedWith(await bob.send('GET', `/api/w/knowledge-base-files?id=${chat.id}`), 404, 'chat_not_found')
    refusedWith(await bob.send('POST', `/api/w/knowledge-bases/${chat.id}`, { name: 'Mine' }), 404, 'chat_not_found')
    refusedWith(await bob.send('DELETE', `/api/w/knowledge-bases/${chat.id}`), 404, 'chat_not_found')
    refusedWith(await bob.upload(chat, 'note.txt', words), 404, 'chat_not_found')
  })
})

describe('calls that prove nothing', () => {
  test('without a session', async () => {
    const nobody = createClient(product.url)
    const answer = await nobody.send('GET', '/api/w/knowledge-bases')
    refusedWith(answer, 401, 'unauthenticated')
    assert.equal(answer.body.message, 'Unauthenticated.')
  })

  test('with a session and without its token', async () => {
    const session = ada.cookie()
    const answer = await fetch(`${product.url}/api/w/knowledge-bases`, {
      method: 'POST',
      headers: { cookie: session, 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: '{"name":"Forged"}',
    })
    refusedWith({ status: answer.status, body: (await answer.json()) as Answer['body'] }, 403, 'page_outdated')
  })

  test('with half a JSON', async () => {
    const answer = await ada.call('/api/w/knowledge-bases', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":',
    })
    refusedWith({ status: answer.status, body: (await answer.json()) as Answer['body'] }, 422, 'malformed_body')
  })

  test('of a path that is none', async () => refusedWith(await ada.send('GET', '/api/w/nothing'), 404, 'not_found'))
})
