import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fieldMessages } from '@lectern/contracts'
import { createClient } from '@lectern/testing'
import { type Account, signUp } from '../account.ts'
import { type Cast, gather, inviteTokenOf, logIn, openVisitor, verify } from '../cast.ts'
import { type Client, call, done, formOf, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('account', () => {
  let cast: Cast

  before(async () => {
    cast = await gather(product)
  })

  const long = (length: number) => 'a'.repeat(length)
  const isLoggedIn = async (client: Client) => (await client.send('GET', '/api/w/settings')).status === 200
  const metaOf = async (client: Client, name: string) =>
    (await client.open('/')).match(new RegExp(`<meta name="${name}" content="([^"]*)"`))?.[1]

  describe('POST /api/login', () => {
    const logInAs = async (fields: object) => call(await openVisitor(product.url), 'POST', '/api/login', fields)

    test('answers where to go, and gives a session of a new id', async () => {
      const { email, password } = cast.user
      const client = await openVisitor(product.url)
      const answer = await call(client, 'POST', '/api/login', { email: ` ${email.toUpperCase()} `, password })
      assert.deepEqual(done(answer), { url: '/', message: 'Welcome back.' })
      const [cookie = ''] = answer.headers.getSetCookie()
      assert.match(cookie, /^lectern=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
      const before = client.cookie()
      await client.open('/')
      done(await call(client, 'POST', '/api/login', { email, password }))
      assert.notEqual(client.cookie(), before)
      const old = await fetch(`${product.url}/api/w/settings`, { headers: { cookie: before } })
      assert.equal(old.status, 401)
    })

    test('does not tell whether an account exists', async () => {
      const unknown = await logInAs({ email: 'nobody@example.com', password: 'correct horse' })
      const wrong = await logInAs({ email: cast.user.email, password: 'wrong horse' })
      refused(wrong, 'wrong_login')
      assert.deepEqual(unknown.body, wrong.body)
    })

    for (const [what, given, fields] of [
      ['nothing', {}, { email: fieldMessages.required, password: fieldMessages.required }],
      ['no address', { email: 'ada', password: 'x' }, { email: fieldMessages.email }],
      ['no password', { email: 'ada@example.com', password: '' }, { password: fieldMessages.required }],
      ['numbers', { email: 1, password: 2 }, { email: fieldMessages.invalid, password: fieldMessages.invalid }],
    ] as const)
      test(`with ${what} names the field`, async () => refused(await logInAs(given), 'invalid', { fields }))
  })

  describe('POST /api/register', () => {
    const person = (fields: object = {}) => ({
      name: 'Grace',
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse',
      passwordConfirmation: 'correct horse',
      ...fields,
    })
    const register = async (given: object, client?: Client) =>
      call(client ?? (await openVisitor(product.url)), 'POST', '/api/register', given)

    test('makes an account that is logged in at once, and not verified', async () => {
      const client = await openVisitor(product.url)
      assert.deepEqual(done(await register(person(), client)), { url: '/', message: 'Welcome to Lectern.' })
      assert.equal(await metaOf(client, 'logged-in'), 'true')
      assert.equal(await metaOf(client, 'verified'), 'false')
    })

    test('with an invitation may ask whose it is, and joins its organization as what was invited, verified', async () => {
      const email = `${crypto.randomUUID()}@example.com`
      done(await call(cast.owner, 'POST', '/api/w/users', { email, type_id: 1 }))
      const invite_token = await inviteTokenOf(product, email)
      const invitationOf = async (token: string) =>
        call<{ invitation: object }>(await openVisitor(product.url), 'GET', `/api/invitations/${token}`)
      const { invitation } = done(await invitationOf(invite_token))
      assert.deepEqual(invitation, { organization: 'Ada Byron’s organization', email })
      refused(await invitationOf(`${invite_token}x`), 'invitation_not_found')

      const other = person({ invite_token })
      refused(await register(other), 'invalid', { fields: { email: fieldMessages.inviteEmail } })
      const client = await openVisitor(product.url)
      done(await register(person({ email, invite_token }), client))
      assert.equal(await metaOf(client, 'verified'), 'true')
      const user = JSON.parse((await metaOf(client, 'user'))?.replaceAll('&quot;', '"') ?? '')
      assert.equal(user.type_id, 1)
      const { organization } = done(
        await call<{ organization: { id: number } }>(cast.owner, 'GET', '/api/w/organization'),
      )
      assert.equal(user.organization_id, organization.id)
      const again = person({ email: `${crypto.randomUUID()}@example.com`, invite_token })
      refused(await register(again), 'invalid', { fields: { invite_token: fieldMessages.invite } })
    })

    for (const [what, given, fields] of [
      ['a blank name', { name: ' ' }, { name: fieldMessages.required }],
      ['a name of 156 characters', { name: long(156) }, { name: fieldMessages.tooLong(155) }],
      ['no address', { email: 'ada@example' }, { email: fieldMessages.email }],
      [
        'a password of 5 characters',
        { password: '12345' },
        { password: 'Password must be at least 6 characters long.' },
      ],
      ['a password of 256 characters', { password: long(256) }, { password: 'Password too long.' }],
      [
        'two passwords',
        { passwordConfirmation: 'other horse' },
        { passwordConfirmation: 'Confirmed passwords do not match' },
      ],
      ['no confirmation', { passwordConfirmation: undefined }, { passwordConfirmation: fieldMessages.required }],
      ['an invitation that is none', { invite_token: 'nothing' }, { invite_token: fieldMessages.invite }],
    ] as const)
      test(`with ${what} names the field`, async () => refused(await register(person(given)), 'invalid', { fields }))

    test('with an address that has an account says so', async () =>
      refused(await register(person({ email: cast.user.email.toUpperCase() })), 'invalid', {
        fields: { email: fieldMessages.emailTaken },
      }))
  })

  describe('POST /api/logout', () => {
    test('ends this session and no other', async () => {
      const [here, there] = [await logIn(product.url, cast.user), await logIn(product.url, cast.user)]
      assert.deepEqual(done(await call(here, 'POST', '/api/logout')), { url: '/login', message: 'You are logged out.' })
      assert.equal(await isLoggedIn(here), false)
      assert.equal(await isLoggedIn(there), true)
    })
    test('is nothing to one who is not logged in', async () =>
      done(await call(await openVisitor(product.url), 'POST', '/api/logout')))
  })

  describe('verification', () => {
    let ada: Account
    before(async () => {
      ada = await signUp(product.url)
    })

    test('POST /api/w/verification sends the mail again', async () => {
      await product.mailTo(ada.email)
      const { message } = done(await call(ada, 'POST', '/api/w/verification'))
      assert.equal(message, 'A mail with a link is on its way.')
      assert.equal((await product.mailTo(ada.email, 2)).subject, 'Please verify your email address')
    })

    test('GET /api/verify-email/{token} verifies once and for all', async () => {
      const stranger = createClient(product.url)
      const wrong = await stranger.call(`/api/verify-email/${crypto.randomUUID()}.wrong`)
      assert.deepEqual([wrong.status, wrong.headers.get('location')], [302, `${product.url}/?verified=0`])
      assert.equal(await verify(product, ada), `${product.url}/?verified=1`)
      assert.equal(await verify(product, ada), `${product.url}/?verified=1`)
      assert.equal(await metaOf(ada, 'verified'), 'true')
      const { message } = done(await call(ada, 'POST', '/api/w/verification'))
      assert.equal(message, 'Your email address is verified already.')
    })
  })

  describe('GET and POST /api/w/settings', () => {
    let ada: Account
    before(async () => {
      ada = await signUp(product.url)
    })
    const save = (given: object | FormData) => call(ada, 'POST', '/api/w/settings', given)
    const userOf = async () => done(await call<{ user: object }>(ada, 'GET', '/api/w/settings')).user

    test('answer the name and the address', async () =>
      assert.deepEqual(await userOf(), { name: 'Ada Byron', email: ada.email }))

    test('save the name, from JSON and from a form', async () => {
      assert.deepEqual(done(await save({ name: '  Ada King ' })), { message: 'Saved.' })
      assert.deepEqual(await userOf(), { name: 'Ada King', email: ada.email })
      done(
        await save(formOf({ name: 'Ada Lovelace', current_password: '', new_password: '', new_password_confirm: '' })),
      )
      assert.deepEqual(await userOf(), { name: 'Ada Lovelace', email: ada.email })
      done(await save({}))
      assert.deepEqual(await userOf(), { name: 'Ada Lovelace', email: ada.email })
    })

    const right = { current_password: 'correct horse', new_password: 'new horse', new_password_confirm: 'new horse' }
    for (const [what, given, fields] of [
      ['a blank name', { name: '' }, { name: fieldMessages.required }],
      ['a name of 156 characters', { name: long(156) }, { name: fieldMessages.tooLong(155) }],
      [
        'a confirmation that differs',
        { new_password_confirm: 'other' },
        { new_password_confirm: 'Confirmed passwords do not match' },
      ],
      ['the wrong password', { current_password: 'wrong' }, { current_password: fieldMessages.currentPassword }],
      ['no current password', { current_password: '' }, { current_password: fieldMessages.required }],
      ['a new password of 5', { new_password: '12345' }, { new_password: fieldMessages.passwordShort }],
      ['a new password of 156', { new_password: long(156) }, { new_password: fieldMessages.passwordLong }],
    ] as const)
      test(`with ${what} name the field, and save nothing`, async () => {
        refused(await save({ name: 'Nobody', ...right, ...given }), 'invalid', { fields })
        assert.deepEqual(await userOf(), { name: 'Ada Lovelace', email: ada.email })
      })

    test('change the password, tell by mail, and log out everywhere else', async () => {
      const elsewhere = await logIn(product.url, ada)
      assert.deepEqual(done(await save(right)), { message: 'Your password is changed.' })
      assert.equal(await isLoggedIn(ada), true)
      assert.equal(await isLoggedIn(elsewhere), false)
      refused(
        await call(await openVisitor(product.url), 'POST', '/api/login', { email: ada.email, password: ada.password }),
        'wrong_login',
      )
      done(await call(await logIn(product.url, { email: ada.email, password: 'new horse' }), 'GET', '/api/w/settings'))
      assert.equal((await product.mailTo(ada.email, 2)).subject, 'Your password was changed')
    })
  })

  describe('sessions', () => {
    type Sessions = { items: { id: string; is_current: boolean; agent: string; created_at: string }[] }
    const sessionsOf = async (client: Client) => done(await call<Sessions>(client, 'GET', '/api/w/sessions')).items

    test('are listed newest first, and ended one by one', async () => {
      const ada = await signUp(product.url)
      const elsewhere = await logIn(product.url, ada)
      const sessions = await sessionsOf(ada)
      assert.deepEqual(
        sessions.map(({ is_current }) => is_current),
        [false, true],
      )
      assert.ok(Date.now() - Date.parse(sessions[0]?.created_at ?? '') < 60_000)
      const path = `/api/w/sessions/${sessions[0]?.id}`
      refused(await call(cast.stranger, 'DELETE', path), 'not_found')
      assert.deepEqual(done(await call(ada, 'DELETE', path)), { message: 'Logged out there.' })
      assert.equal(await isLoggedIn(elsewhere), false)
      assert.equal((await sessionsOf(ada)).length, 1)
      refused(await call(ada, 'DELETE', path), 'not_found')
    })
  })
})
