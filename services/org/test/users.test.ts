import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { errors, fieldMessages, limits } from '@lectern/contracts'
import type { EventPayload } from '@lectern/contracts/events'
import type { User } from '@lectern/service'
import { testUser, until } from '@lectern/testing'
import { startOrg } from './start-org.ts'

const org = await startOrg(['invite.created', 'invite.deleted', 'member.removed'])
after(() => org.close())

type Row = { id: string; email: string; name: string; type_id: number; status: string; is_used: boolean }

const url = '/api/w/users'
const someone = () => `${crypto.randomUUID()}@example.com`
const invite = (user: User | null, body: object) => org.call({ method: 'POST', url, body, user })
const remove = (user: User | null, id: string) => org.call({ method: 'DELETE', url: `${url}/${id}`, user })
const list = async (user: User, page = 1): Promise<Row[]> =>
  (await org.call({ url: `${url}?page=${page}`, user })).json().items
const invited = async (user: User, email = someone()): Promise<Row> => {
  const answer = await invite(user, { email, type_id: 1 })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().item
}

describe('inviting', () => {
  test('answers the invitation, and tells who is invited where', async () => {
    const ada = await org.found()
    const email = someone()
    const answer = await invite(ada, { email: ` ${email.toUpperCase()} `, type_id: 2 })
    assert.equal(answer.statusCode, 200, answer.body)
    const { item } = answer.json()
    const { id, date_format, created_at, ...row } = item
    assert.ok(date_format && created_at)
    assert.deepEqual(row, {
      organization_id: ada.orgId,
      email,
      name: '',
      type_id: 2,
      status: 'Pending',
      is_used: false,
    })
    assert.deepEqual((await list(ada))[0], item)

    const event = await until('invite.created', () => org.told('invite.created', ada.orgId)[0])
    const told = event.payload as EventPayload<'invite.created'>
    assert.equal(event.aggregateId, id)
    assert.deepEqual(event.actor, { id: ada.userId, email: ada.email })
    assert.deepEqual([told.email, told.typeId, told.organizationName], [email, 2, 'Ada’s organization'])
    const days = (told.expires ? timestampDate(told.expires).getTime() - Date.now() : 0) / 86_400_000
    assert.ok(days > limits.inviteDays - 1 && days <= limits.inviteDays)
  })

  for (const [what, body, expected] of [
    ['an address that is none', { email: 'bob', type_id: 1 }, { email: [fieldMessages.email] }],
    ['no address', { type_id: 1 }, { email: [fieldMessages.required] }],
    ['no type', { email: 'bob@example.com' }, { type_id: [fieldMessages.required] }],
    ['a type that there is not', { email: 'bob@example.com', type_id: 3 }, { type_id: [fieldMessages.userType] }],
    ['no type at all', { email: 'bob@example.com', type_id: 'root' }, { type_id: [fieldMessages.userType] }],
  ] as const)
    test(`refuses ${what}`, async () => {
      const ada = await org.found()
      const answer = await invite(ada, body)
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, expected)
      assert.equal((await list(ada)).length, 1)
    })

  test('refuses whoever is invited or a member already, in whatever spelling and however many try', async () => {
    const ada = await org.found()
    const email = someone()
    const answers = await Promise.all([1, 2, 3].map(() => invite(ada, { email, type_id: 1 })))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 422, 422])
    const again = await invite(ada, { email: email.toUpperCase(), type_id: 1 })
    assert.deepEqual(again.json().errors, { email: [fieldMessages.inviteTwice] })
    const self = await invite(ada, { email: ada.email, type_id: 1 })
    assert.deepEqual(self.json().errors, { email: [fieldMessages.memberAlready] })
    assert.equal((await invite(await org.found(), { email, type_id: 1 })).statusCode, 200, 'another organization may')
  })

  test('needs a verified email address', async () => {
    const ada = await org.found()
    const answer = await invite({ ...ada, verified: false }, { email: someone(), type_id: 1 })
    assert.equal(answer.statusCode, 403)
    assert.deepEqual(answer.json(), { message: errors.unverified.message, code: 'unverified' })
  })

  test('is for admins', async () => {
    const ada = await org.found()
    const body = { email: someone(), type_id: 1 }
    assert.equal((await invite({ ...ada, typeId: 1 }, body)).statusCode, 403)
    assert.equal((await invite(null, body)).statusCode, 401)
    assert.equal((await org.call({ url, user: { ...ada, typeId: 1 } })).statusCode, 403)
    assert.equal((await org.call({ url })).statusCode, 401)
  })

  test('goes as far as the plan has room', async () => {
    const ada = await org.found()
    await org.outside.send('plan.changed', { orgId: 0, aggregateId: '1' }, { name: 'free', users: 2 })
    // Until the plan is known here: one is let in, and the next is not.
    const last = await until('the limit', async () => {
      const answer = await invite(ada, { email: someone(), type_id: 1 })
      return answer.statusCode !== 200 && answer
    })
    assert.equal(last.statusCode, 409)
    assert.equal(last.json().message, errors.user_limit.message)
    const roomy = { name: 'free', users: 1000 }
    await org.outside.send('plan.changed', { orgId: 0, aggregateId: '1', version: 2 }, roomy)
    await until('room', async () => (await invite(ada, { email: someone(), type_id: 1 })).statusCode === 200)
  })
})

describe('joining', () => {
  test('makes a member of the invited, in the same row', async () => {
    const ada = await org.found()
    const row = await invited(ada)
    const bob = await org.join(ada.orgId, row.email, row.id)
    const rows = await list(ada)
    assert.equal(rows.length, 2)
    const { status, is_used, name } = rows.find(({ id }) => id === row.id) ?? assert.fail('the row is gone')
    assert.deepEqual({ status, is_used, name }, { status: 'active', is_used: true, name: 'Bob' })

    const about = { orgId: ada.orgId, aggregateId: bob.userId }
    await org.outside.send('user.renamed', { ...about, version: 3 }, { name: 'Robert' })
    await org.outside.send('user.renamed', { ...about, version: 2 }, { name: 'Bobby' })
    await org.outside.send('user.renamed', { orgId: ada.orgId, aggregateId: bob.userId, version: 4 }, { name: 'Rob' })
    await until('the name', async () => (await list(ada)).some((each) => each.name === 'Rob'))
  })

  test('by an invitation that was withdrawn at that moment takes the account away again', async () => {
    const ada = await org.found()
    const { id: inviteId, email } = await invited(ada)
    assert.equal((await remove(ada, inviteId)).statusCode, 200)
    const userId = crypto.randomUUID()
    const about = { orgId: ada.orgId, aggregateId: userId }
    const registered = { userId, name: 'Bob', email, typeId: 1, founder: false, inviteId }
    for (let delivery = 1; delivery <= 2; delivery++) await org.outside.send('user.registered', about, registered)
    const event = await until('member.removed', () => org.told('member.removed', ada.orgId)[0])
    assert.deepEqual([event.aggregateId, (event.payload as EventPayload<'member.removed'>).userId], [userId, userId])
    await org.outside.settled('org')

    await invited(ada, email)
    const bob = await org.join(ada.orgId, email)
    assert.deepEqual(
      (await list(ada)).map(({ email, status }) => [email, status]),
      [
        [bob.email, 'active'],
        [ada.email, 'active'],
      ],
    )
    assert.equal(org.told('member.removed', ada.orgId).length, 1)
  })
})

describe('removing', () => {
  test('an admin withdraws an invitation, and the mail is not sent again', async () => {
    const ada = await org.found()
    const row = await invited(ada)
    const answer = await remove(ada, row.id)
    assert.equal(answer.statusCode, 200)
    assert.equal((await list(ada)).length, 1)
    const event = await until('invite.deleted', () => org.told('invite.deleted', ada.orgId)[0])
    assert.deepEqual([event.aggregateId, event.version], [row.id, 2])
    assert.equal((await remove(ada, row.id)).statusCode, 404)
    assert.equal((await invited(ada, row.email)).status, 'Pending', 'the address may be invited again')
  })

  test('only a root user removes a member, and the owner stays', async () => {
    const ada = await org.found()
    const root = { ...ada, isRoot: true }
    const row = await invited(ada)
    const bob = await org.join(ada.orgId, row.email, row.id)
    const refused = await remove(ada, row.id)
    assert.equal(refused.statusCode, 403)
    assert.equal((await list(ada)).length, 2)

    assert.equal((await remove(root, row.id)).statusCode, 200)
    assert.equal((await list(ada)).length, 1)
    const event = await until('member.removed', () => org.told('member.removed', ada.orgId)[0])
    const { userId, email } = event.payload as EventPayload<'member.removed'>
    assert.deepEqual({ userId, email }, { userId: bob.userId, email: row.email })

    const owner = (await list(ada))[0]?.id ?? ''
    const stays = await remove(root, owner)
    assert.equal(stays.statusCode, 409)
    assert.equal(stays.json().message, errors.owner_stays.message)
  })

  test('a late event does not bring a removed member back', async () => {
    const ada = await org.found()
    const bob = await org.join(ada.orgId, someone())
    const row = (await list(ada)).find(({ email }) => email === bob.email)?.id ?? ''
    await remove({ ...ada, isRoot: true }, row)
    const again = { userId: bob.userId, name: 'Bob', email: bob.email, typeId: 1, founder: false }
    await org.outside.send('user.registered', { orgId: ada.orgId, aggregateId: bob.userId }, again)
    const cleo = { ...again, userId: 'cleo', email: someone() }
    // The same key, so that it is handled after the one before.
    await org.outside.send('user.registered', { orgId: ada.orgId, aggregateId: bob.userId }, cleo)
    await until('Cleo', async () => (await list(ada)).some(({ email }) => email === cleo.email))
    assert.ok(!(await list(ada)).some(({ email }) => email === bob.email))
  })

  test('is for admins, and of their own organization', async () => {
    const ada = await org.found()
    const row = await invited(ada)
    assert.equal((await remove(await org.found({ isRoot: true }), row.id)).statusCode, 404)
    assert.equal((await remove({ ...ada, typeId: 1 }, row.id)).statusCode, 403)
    assert.equal((await remove(null, row.id)).statusCode, 401)
    assert.equal((await list(ada)).length, 2)
    assert.ok(!(await list(await org.found())).some(({ id }) => id === row.id))
  })
})

describe('the list', () => {
  test('comes in pages and says whether its reader is root', async () => {
    const ada = await org.found()
    for (let n = 0; n < limits.pageSize; n++) await invited(ada)
    const first = (await org.call({ url, user: ada })).json()
    assert.equal(first.items.length, limits.pageSize)
    assert.equal(first.amount, limits.pageSize)
    assert.equal(first.is_root, false)
    const second = await list(ada, 2)
    assert.deepEqual(
      second.map(({ email }) => email),
      [ada.email],
    )
    assert.equal((await org.call({ url, user: { ...ada, isRoot: true } })).json().is_root, true)
    for (const page of ['0', 'x'])
      assert.equal((await org.call({ url: `${url}?page=${page}`, user: testUser(ada) })).statusCode, 422)
  })
})
