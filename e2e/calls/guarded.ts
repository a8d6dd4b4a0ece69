import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { KnowledgeBase } from '@lectern/contracts'
import { type CallName, calls, notes } from '@lectern/contracts/openapi'
import { type Cast, gather, openPublicChat } from '../cast.ts'
import { type Client, call, keepsContract, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('who may not call', () => {
  let cast: Cast
  let chat: KnowledgeBase
  let reader: Client

  before(async () => {
    cast = await gather(product)
    chat = await cast.owner.createChat('Handbook')
    reader = await openPublicChat(product.url, chat)
  })

  const names = Object.keys(calls) as CallName[]
  const titled = (name: CallName) => `${calls[name].method} ${calls[name].url}`
  const isUnsafe = (name: CallName) => calls[name].method !== 'GET'

  /** A right call of its kind, of something that is not there. */
  function sample(name: CallName): [method: string, path: string, body?: object] {
    const note = notes[name]
    const { url } = calls[name]
    const organization = url.startsWith('/api/w/admin') ? '999999' : '1'
    const path = url.replaceAll(/:organization_id/g, organization).replaceAll(/:\w+/g, 'nothing')
    const query = new URLSearchParams(
      (calls[name].schema.querystring?.required ?? []).map((field) => [field, 'nothing']),
    )
    const body = 'body' in note ? note.body : note.json?.example
    return [calls[name].method, query.size > 0 ? `${path}?${query}` : path, ...(body ? [body] : [])] as [
      string,
      string,
      object?,
    ]
  }

  /** A call with headers of its own in place of those a page sends. */
  async function raw(name: CallName, headers: Record<string, string>) {
    const [method, path, body] = sample(name)
    const init: RequestInit = { method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } }
    const answer = await fetch(product.url + path, { ...init, ...(body && { body: JSON.stringify(body) }) })
    const found = { status: answer.status, headers: answer.headers, body: await answer.json() }
    keepsContract(method, path, found)
    return found
  }

  const tokenOf = async (client: Client) =>
    (await client.open('/')).match(/csrf-token" content="([^"]*)"/)?.[1] ?? assert.fail('a page without a token')
  const ajax = { 'x-requested-with': 'XMLHttpRequest' }

  describe('without a session', () => {
    for (const name of names.filter((each) => !notes[each].access || notes[each].access === 'visitor'))
      test(`${titled(name)} is refused`, async () =>
        refused(await call(cast.visitor, ...sample(name)), 'unauthenticated'))
  })

  describe('with the ticket of a public chat', () => {
    for (const name of names.filter((each) => !notes[each].access))
      test(`${titled(name)} is refused`, async () => refused(await call(reader, ...sample(name)), 'unauthenticated'))
  })

  describe('without what only our own pages know', () => {
    for (const name of names.filter((each) => isUnsafe(each) && notes[each].access !== 'signed'))
      test(`${titled(name)} changes nothing`, async () => {
        const { owner, stranger } = cast
        const cookie = owner.cookie()
        const token = await tokenOf(owner)
        refused(await raw(name, { cookie, ...ajax }), 'page_outdated')
        refused(await raw(name, { cookie, 'x-csrf-token': token }), 'page_outdated')
        refused(await raw(name, { cookie, ...ajax, 'x-csrf-token': await tokenOf(stranger) }), 'page_outdated')
        const foreign = { cookie, ...ajax, 'x-csrf-token': token, origin: 'https://elsewhere.example' }
        refused(await raw(name, foreign), 'foreign_origin')
      })
  })

  describe('a user who is no admin', () => {
    for (const name of names.filter((each) => notes[each].errors?.includes('forbidden')))
      test(`is refused ${titled(name)}`, async () => refused(await call(cast.user, ...sample(name)), 'forbidden'))
  })

  describe('what is not there', () => {
    test('has its own sentence under every path', async () => {
      const { status, body } = await cast.owner.send('GET', '/api/w/nothing')
      assert.equal(status, 404)
      assert.equal(body.code, 'not_found')
    })

    // Of a chat that is none no site was refused: an empty list, which tells nobody whether there is one.
    for (const name of names.filter(
      (each) => calls[each].schema.params && !notes[each].access && each !== 'listRefusedSites',
    ))
      test(`${titled(name)} of nothing is 404`, async () =>
        assert.equal((await call(cast.root, ...sample(name))).status, 404))
  })

  describe('a body', () => {
    for (const name of names.filter((each) => isUnsafe(each) && calls[each].schema.body)) {
      const send = async (type: string, body: string) => {
        const [method, path] = sample(name)
        const answer = await cast.root.call(path, { method, headers: { 'content-type': type }, body })
        const found = { status: answer.status, headers: answer.headers, body: await answer.json() }
        keepsContract(method, path, found)
        return found
      }
      test(`of ${titled(name)} that breaks off is refused`, async () =>
        refused(await send('application/json', '{"name":'), 'malformed_body'))
      test(`of ${titled(name)} that is XML is refused`, async () =>
        refused(await send('application/xml', '<name/>'), 'unsupported_body'))
      test(`of ${titled(name)} that is too large is refused`, async () =>
        refused(await send('application/json', JSON.stringify({ name: 'a'.repeat(300_000) })), 'body_too_large'))
    }
  })
})
