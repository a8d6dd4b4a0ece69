import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '../src/app/page.ts'

const metaOf = (tags: Record<string, string>) => (name: string) => tags[name] ?? null

test('the page metadata names the shell and the reader', () => {
  const user = { id: 'u1', name: 'Anna', email: 'anna@example.com', organization_id: 3, type_id: 2, is_root: false }
  const tags = { type: 'dashboard', 'logged-in': 'true', verified: '1', user: JSON.stringify(user) }
  const page = readPage(metaOf(tags), '/chats')
  assert.equal(page.shell, 'dashboard')
  assert.equal(page.loggedIn, true)
  assert.equal(page.verified, true)
  assert.deepEqual(page.user, user)
  assert.equal(page.publicChat, null)
})

test('a public chat is what its two documents tell', () => {
  const organization = { id: 3, name: 'Harbor', color: '#bcffc7', image_url: null }
  const kb = { unqid: 'q1', name: 'Handbook' }
  const tags = { type: 'chat', organization: JSON.stringify(organization), kb: JSON.stringify(kb) }
  assert.deepEqual(readPage(metaOf(tags), '/chat/3/q1').publicChat, { organization, kb })
})

test('a public chat that does not exist is none', () => {
  assert.equal(readPage(metaOf({ type: 'chat' }), '/chat/3/gone').publicChat, null)
})

test('without metadata the reader is a visitor and the path tells the shell', () => {
  const shellAt = (path: string) => readPage(() => null, path).shell
  assert.equal(readPage(() => null, '/').loggedIn, false)
  assert.equal(shellAt('/'), 'site')
  assert.equal(shellAt('/chat/3/q1'), 'chat')
})

test('metadata that is not JSON is as good as none', (context) => {
  context.mock.method(console, 'error', () => {})
  assert.equal(readPage(metaOf({ type: 'nonsense', user: '{' }), '/').user, null)
  assert.equal(readPage(metaOf({ type: 'nonsense', user: '{' }), '/').shell, 'site')
})
