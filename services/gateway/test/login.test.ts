import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createClient, startService, testSpace } from '@lectern/testing'
import { startGateway } from './gateway.ts'

// The real service of accounts, in the namespace of the gateway.
const space = testSpace()
const auth = await startService('auth', space.config)
const gateway = await startGateway({ auth: auth.url }, { NAMESPACE: space.namespace })

after(async () => {
  await Promise.all([gateway.close(), auth.stop()])
  await space.remove()
})

const person = () => ({
  name: 'Ada',
  email: `${crypto.randomUUID()}@example.com`,
  password: 'correct horse',
  passwordConfirmation: 'correct horse',
})
const shell = (html: string) => html.match(/<meta name="type" content="([^"]*)"/)?.[1]
const loggedIn = (html: string) => html.match(/<meta name="logged-in" content="([^"]*)"/)?.[1]

async function signUp() {
  const ada = person()
  const client = createClient(gateway.url)
  await client.open('/signup')
  const answer = await client.send('POST', '/api/register', ada)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { ada, client }
}

describe('an account', () => {
  test('is made from the signup page, and logged in at once', async () => {
    const { ada, client } = await signUp()
    const html = await client.open('/')
    assert.equal(shell(html), 'dashboard')
    assert.equal(loggedIn(html), 'true')
    const { status, body } = await client.send<{ user: { email: string } }>('GET', '/api/w/settings')
    assert.equal(status, 200)
    assert.equal(body.user.email, ada.email)
  })

  test("'s session needs the token of a page of its own", async () => {
    const { client } = await signUp()
    assert.equal((await client.send('POST', '/api/logout')).status, 403, 'the token of the signup page')
    await client.open('/')
    assert.equal((await client.send('POST', '/api/logout')).status, 200)
    assert.equal(shell(await client.open('/')), 'site')
    assert.equal((await client.send('GET', '/api/w/settings')).status, 401)
  })

  test('is logged in by email and password, under a new session each time', async () => {
    const { ada, client } = await signUp()
    const other = createClient(gateway.url)
    await other.open('/login')
    const { body, status, headers } = await other.send('POST', '/api/login', ada)
    assert.equal(status, 200)
    assert.equal(body.url, '/')
    const cookie = headers.getSetCookie().find((set) => set.startsWith('lectern=')) ?? assert.fail('no session')
    assert.match(cookie, /HttpOnly/)
    assert.equal(loggedIn(await other.open('/')), 'true')
    assert.equal(loggedIn(await client.open('/')), 'true', 'the first goes on')
  })

  test('with a wrong password is refused by its service, in its words', async () => {
    const { ada } = await signUp()
    const other = createClient(gateway.url)
    await other.open('/login')
    const answer = await other.send('POST', '/api/login', { ...ada, password: 'guess' })
    assert.equal(answer.status, 422)
    assert.equal(answer.body.code, 'wrong_login')
  })

  test('malformed JSON comes back as such', async () => {
    const { client } = await signUp()
    await client.open('/')
    const answer = await client.call('/api/login', {
      method: 'POST',
      body: '{"email": ',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(answer.status, 422)
    assert.equal(((await answer.json()) as { code: string }).code, 'malformed_body')
  })
})
