import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { fieldMessages, limits, type Member } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { signUp } from '../account.ts'
import { type Cast, gather, inviteAndJoin, inviteTokenOf, openVisitor, verify } from '../cast.ts'
import { type Client, call, done, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('users', () => {
  let cast: Cast

  before(async () => {
    cast = await gather(product)
  })
  // The free plan has room for five.
  afterEach(async () => {
    for (const { id, is_used } of (await list(cast.owner)).items) if (!is_used) await remove(cast.owner, id)
  })

  type Users = { items: Member[]; amount: number; is_root: boolean }
  const list = async (who: Client, page = 1) => done(await call<Users>(who, 'GET', `/api/w/users?page=${page}`))
  const memberOf = async (email: string) =>
    (await list(cast.owner)).items.find((member) => member.email === email) ?? assert.fail(`no ${email}`)
  const newEmail = () => `${crypto.randomUUID()}@example.com`
  const invite = (who: Client, given: object) =>
    call<{ item: Member; message: string }>(who, 'POST', '/api/w/users', given)
  const remove = (who: Client, id: string) => call(who, 'DELETE', `/api/w/users/${id}`)

  describe('GET /api/w/users', () => {
    test('lists members and invitations of one’s own organization, newest first', async () => {
      const { items, amount, is_root } = await list(cast.owner)
      assert.deepEqual({ amount, is_root }, { amount: limits.pageSize, is_root: false })
      assert.deepEqual(
        items.map(({ email, type_id, status, is_used }) => ({ email, type_id, status, is_used })),
        [cast.root, cast.user, cast.admin, cast.owner].map(({ email }) => ({
          email,
          type_id: email === cast.user.email ? 1 : 2,
          status: 'active',
          is_used: true,
        })),
      )
      const [member] = items
      assert.equal(member?.name, 'Invited')
      assert.ok(Date.now() - Date.parse(member?.created_at ?? '') < 10 * 60_000)
      assert.deepEqual(
        (await list(cast.stranger)).items.map(({ email }) => email),
        [cast.stranger.email],
      )
    })
    test('tells who is a root user', async () => assert.equal((await list(cast.root)).is_root, true))
    test('has empty pages after the last', async () => assert.deepEqual((await list(cast.owner, 2)).items, []))
    test('with a page that is none names the field', async () => {
      for (const page of ['0', '-1', 'one', '1000001'])
        refused(await call(cast.owner, 'GET', `/api/w/users?page=${page}`), 'invalid', {
          fields: { page: fieldMessages.invalid },
        })
    })
  })

  describe('POST /api/w/users', () => {
    test('invites by mail, and answers the invitation', async () => {
      const email = newEmail()
      const { item, message } = done(await invite(cast.admin, { email: ` ${email.toUpperCase()} `, type_id: 2 }))
      assert.equal(message, 'The invitation is on its way.')
      const { id, organization_id, date_format, created_at, ...rest } = item
      assert.deepEqual(rest, { email, name: '', type_id: 2, status: 'Pending', is_used: false })
      assert.equal(organization_id, (await memberOf(cast.owner.email)).organization_id)
      assert.deepEqual(await memberOf(email), item)
      const mail = await product.mailTo(email)
      assert.match(mail.subject, /^You are invited to Ada Byron’s organization$/)
      assert.match(mail.text, new RegExp(cast.admin.email))
    })

    for (const [what, given, fields] of [
      ['nothing', {}, { email: fieldMessages.required, type_id: fieldMessages.required }],
      ['no address', { email: 'grace', type_id: 1 }, { email: fieldMessages.email }],
      ['another type', { email: newEmail(), type_id: 3 }, { type_id: 'Please choose User or Admin.' }],
      ['a type that is none', { email: newEmail(), type_id: 'admin' }, { type_id: 'Please choose User or Admin.' }],
    ] as const)
      test(`with ${what} names the field`, async () => refused(await invite(cast.owner, given), 'invalid', { fields }))

    test('of whoever is there, or invited already, is refused', async () => {
      const email = newEmail()
      done(await invite(cast.owner, { email, type_id: 1 }))
      refused(await invite(cast.admin, { email, type_id: 2 }), 'invalid', {
        fields: { email: fieldMessages.inviteTwice },
      })
      refused(await invite(cast.owner, { email: cast.user.email, type_id: 1 }), 'invalid', {
        fields: { email: fieldMessages.memberAlready },
      })
    })

    test('wants a verified address first', async () => {
      const ada = await signUp(product.url)
      const given = { email: newEmail(), type_id: 1 }
      refused(await invite(ada, given), 'unverified')
      await verify(product, ada)
      done(await invite(ada, given))
    })

    test('ends where the plan has no room', async () => {
      const ada = await signUp(product.url)
      await verify(product, ada)
      const count = 5 - (await list(ada)).items.length
      for (let n = 0; n < count; n++) done(await invite(ada, { email: newEmail(), type_id: 1 }))
      refused(await invite(ada, { email: newEmail(), type_id: 1 }), 'user_limit')
    })
  })

  describe('DELETE /api/w/users/{id}', () => {
    test('withdraws an invitation: its link is good no more', async () => {
      const email = newEmail()
      const { item } = done(await invite(cast.owner, { email, type_id: 1 }))
      const invite_token = await inviteTokenOf(product, email)
      refused(await remove(cast.stranger, item.id), 'not_found')
      assert.deepEqual(done(await remove(cast.admin, item.id)), { message: 'Removed.' })
      refused(await remove(cast.admin, item.id), 'not_found')
      const given = {
        name: 'Late',
        email,
        password: 'correct horse',
        passwordConfirmation: 'correct horse',
        invite_token,
      }
      await until('the withdrawal to be known', async () => {
        const answer = await call(await openVisitor(product.url), 'POST', '/api/register', given)
        return answer.status === 422
      })
    })

    test('of a member is for root users, and takes the account along', async () => {
      const leaving = await inviteAndJoin(product, cast.owner, 1)
      const { id } = await memberOf(leaving.email)
      refused(await remove(cast.owner, id), 'forbidden')
      assert.equal((await leaving.send('GET', '/api/w/settings')).status, 200)
      done(await remove(cast.root, id))
      await until('the session to end', async () => (await leaving.send('GET', '/api/w/settings')).status === 401)
      const { email, password } = leaving
      const login = async () => call(await openVisitor(product.url), 'POST', '/api/login', { email, password })
      refused(await login(), 'wrong_login')
    })

    test('never of the owner', async () =>
      refused(await remove(cast.root, (await memberOf(cast.owner.email)).id), 'owner_stays'))
  })
})
