import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { fieldMessages } from '@lectern/contracts'
import { asIdentity, testUser, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { startAuth } from './start-auth.ts'

const auth = await startAuth(['user.deleted'])
const db = await mongoose
  .createConnection(auth.space.config.MONGODB_URL, { dbName: `${auth.space.namespace.replaceAll('-', '_')}_auth` })
  .asPromise()
after(async () => {
  await db.close()
  await auth.close()
})

const copies = db.collection<{ _id: string }>('invitecopies')
const kept = async (orgId: number) => {
  const names: string[] = []
  for (const { name } of await db.listCollections())
    if ((await db.collection(name).countDocuments({ orgId })) > 0) names.push(name)
  return names.sort()
}
const nothingButItsMark = (orgId: number) =>
  until('nothing but its mark', async () => (await kept(orgId)).join() === 'deletedorganizations')

/** A user who joined by an invitation. */
async function joined(orgId: number) {
  const { id: inviteId, token, email } = await auth.invite(orgId)
  return { inviteId, ...(await auth.register({ email, invite_token: token })) }
}
const deleteAccount = (headers: object, current_password = 'correct horse') =>
  auth.call('DELETE', '/api/w/settings', { current_password }, headers)

describe('deleting one’s own account', () => {
  test('ends every session and leaves nothing of the person', async () => {
    const ada = await auth.register()
    const bob = await joined(ada.orgId)
    const other = await auth.login(bob.email, bob.password)
    const answer = await deleteAccount(bob.headers)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.json().url, '/')
    assert.match(String(answer.headers['set-cookie']), /Max-Age=0/)
    for (const session of [bob.answer, other]) assert.equal(await auth.sessionOf(session), null)
    assert.equal((await auth.login(bob.email, bob.password)).statusCode, 422)
    assert.deepEqual((await auth.told('user.deleted', bob.id)).actor, { id: bob.id, email: bob.email })
    await until('the email to go', async () => {
      const rows = [await auth.users.findOne({ _id: bob.id }), await copies.findOne({ _id: bob.inviteId })]
      return !JSON.stringify(rows).includes(bob.email)
    })
    assert.ok(await auth.sessionOf(ada.answer), 'others stay')
    assert.equal((await deleteAccount(bob.headers)).statusCode, 404)
    await auth.register({ email: bob.email })
  })

  test('asks for the password, and leaves the owner, who deletes the organization', async () => {
    const ada = await auth.register()
    const bob = await joined(ada.orgId)
    for (const [password, message] of [
      ['wrong', fieldMessages.currentPassword],
      ['', fieldMessages.required],
    ] as const) {
      const answer = await deleteAccount(bob.headers, password)
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, { current_password: [message] })
    }
    const owner = await deleteAccount(ada.headers)
    assert.deepEqual([owner.statusCode, owner.json().code], [409, 'owner_stays'])
    assert.match(owner.json().message, /Delete the organization instead/)
    assert.equal((await deleteAccount({})).statusCode, 401)
    const stranger = await asIdentity(testUser({ userId: bob.id, orgId: bob.orgId + 1 }), 'auth')
    assert.equal((await deleteAccount(stranger)).statusCode, 404)
    for (const { answer } of [ada, bob]) assert.ok(await auth.sessionOf(answer))
  })
})

describe('a deleted organization', () => {
  test('leaves no user, session or invitation, and nothing of another goes', async () => {
    const [ada, eve] = [await auth.register(), await auth.register()]
    const bob = await joined(ada.orgId)
    const open = await auth.invite(ada.orgId)
    const deleted = { orgId: ada.orgId, aggregateId: String(ada.orgId), version: 2 }
    for (let times = 0; times < 2; times++) await auth.outside.send('organization.deleted', deleted, {})
    await nothingButItsMark(ada.orgId)
    for (const { answer } of [ada, bob]) assert.equal(await auth.sessionOf(answer), null)
    assert.equal((await auth.login(ada.email, ada.password)).statusCode, 422)
    const late = await auth.call('POST', '/api/register', {
      name: 'Late',
      email: open.email,
      password: 'correct horse',
      passwordConfirmation: 'correct horse',
      invite_token: open.token,
    })
    assert.equal(late.statusCode, 422)
    assert.ok(await auth.sessionOf(eve.answer))
    assert.equal((await auth.login(eve.email, eve.password)).statusCode, 200)

    const expires = timestampFromDate(new Date(Date.now() + 3_600_000))
    const invite = { email: 'late@example.com', typeId: 1, expires }
    await auth.outside.send('invite.created', { orgId: ada.orgId, aggregateId: crypto.randomUUID() }, invite)
    await auth.outside.settled('auth')
    assert.deepEqual(await kept(ada.orgId), ['deletedorganizations'])
  })
})
