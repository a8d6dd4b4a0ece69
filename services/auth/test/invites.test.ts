import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { fieldMessages, userTypes } from '@lectern/contracts'
import { until } from '@lectern/testing'
import mongoose from 'mongoose'
import { person, startAuth } from './start-auth.ts'

const auth = await startAuth(['user.registered', 'user.deleted'])
const db = await mongoose.createConnection(auth.space.config.MONGODB_URL).asPromise()
const copies = db.useDb(`${auth.space.namespace.replaceAll('-', '_')}_auth`).collection<{ _id: string }>('invitecopies')
after(async () => {
  await db.close()
  await auth.close()
})

const orgId = 900

const invited = (fields = {}) => auth.invite(orgId, fields)
const accept = ({ email, token }: { email: string; token: string }) =>
  auth.call('POST', '/api/register', person({ email, invite_token: token }))
const refused = async (answer: ReturnType<typeof accept>, errors: object) => {
  const { statusCode, json } = await answer
  assert.equal(statusCode, 422)
  assert.deepEqual(json().errors, errors)
}

describe('an invitation', () => {
  test('is sent by mail once it is known here: its link works at once', async () => {
    const ada = await auth.register()
    const { id, email, sent, payload } = await auth.invite(ada.orgId, {}, { id: ada.id, email: ada.email })
    const { subject, text = '' } = await auth.mailbox.mailTo(email)
    assert.equal(subject, 'You are invited to Harbor Library')
    assert.match(text, new RegExp(`${ada.email} invites you to Harbor Library`))
    const token = text.match(/\/signup\?ivt=([\w.-]+)/)?.[1] ?? assert.fail(text)
    assert.equal((await accept({ email, token })).statusCode, 200)

    await auth.outside.send('invite.created', { orgId: ada.orgId, aggregateId: id, id: sent.id }, payload)
    await auth.outside.settled('auth')
    assert.equal(auth.mailbox.received.filter(({ to }) => to === email).length, 1)
  })

  test('makes whoever accepts it a member, with their email verified', async () => {
    const invite = await invited()
    const answer = await accept(invite)
    assert.equal(answer.statusCode, 200, answer.body)
    const session = (await auth.sessionOf(answer)) ?? assert.fail('no session')
    assert.deepEqual(
      { orgId: session.orgId, typeId: session.typeId, verified: session.verified },
      { orgId, typeId: userTypes.user, verified: true },
    )
    const { payload } = await auth.told('user.registered', session.userId)
    const { founder, inviteId } = payload as { founder: boolean; inviteId: string }
    assert.deepEqual({ founder, inviteId }, { founder: false, inviteId: invite.id })
  })

  test('tells whoever has its link whose it is, as long as it is open', async () => {
    const invite = await invited()
    const read = (token: string) => auth.call('GET', `/api/invitations/${token}`)
    const answer = await read(invite.token)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual(answer.json(), { invitation: { organization: 'Harbor Library', email: invite.email } })
    assert.equal((await accept(invite)).statusCode, 200)
    const old = await invited({ expires: new Date(Date.now() - 1) })
    const other = await invited()
    for (const token of [invite.token, old.token, `${other.id}.x`, other.id, 'unknown'])
      assert.equal((await read(token)).statusCode, 404, token)
  })

  test('for an admin makes an admin', async () => {
    const answer = await accept(await invited({ typeId: userTypes.admin }))
    assert.equal((await auth.sessionOf(answer))?.typeId, userTypes.admin)
  })

  test('is accepted once, however many try at once', async () => {
    const invite = await invited()
    const answers = await Promise.all([1, 2, 3].map(() => accept(invite)))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 422, 422])
    await refused(accept(invite), { invite_token: [fieldMessages.invite] })
  })

  test('is for the address it was sent to', async () => {
    const invite = await invited()
    await refused(accept({ ...invite, email: 'eve@example.com' }), { email: [fieldMessages.inviteEmail] })
    assert.equal((await accept({ ...invite, email: invite.email.toUpperCase() })).statusCode, 200)
  })

  test('that was withdrawn is good no more, even if its making is told again', async () => {
    const invite = await invited()
    await auth.outside.send('invite.deleted', { orgId, aggregateId: invite.id, version: 2 }, { email: invite.email })
    await until('the copy to be gone', () => copies.findOne({ _id: invite.id, deleted: true } as object))
    await auth.outside.send('invite.created', { orgId, aggregateId: invite.id, id: invite.sent.id }, invite.payload)
    await auth.outside.settled('auth')
    await refused(accept(invite), { invite_token: [fieldMessages.invite] })
  })

  test('that is too old, unknown, or of another token, is refused', async () => {
    const [one, other] = [await invited(), await invited()]
    await refused(accept({ ...one, token: `${one.id}${other.token.slice(other.id.length)}` }), {
      invite_token: [fieldMessages.invite],
    })
    const old = await invited({ expires: new Date(Date.now() - 1) })
    await refused(accept(old), { invite_token: [fieldMessages.invite] })
    await refused(accept({ email: 'ada@example.com', token: 'unknown' }), { invite_token: [fieldMessages.invite] })
  })
})

describe('a member who is removed', () => {
  test('can log in no more, leaves nothing, and may come again', async () => {
    const ada = await auth.register()
    const removed = { userId: ada.id, email: ada.email }
    const sent = await auth.outside.send('member.removed', { orgId: ada.orgId, aggregateId: ada.id }, removed)
    const { actor } = await auth.told('user.deleted', ada.id)
    assert.equal(actor, null)
    await until('the session to end', async () => (await auth.sessionOf(ada.answer)) === null)
    assert.equal((await auth.login(ada.email, ada.password)).statusCode, 422)
    const left = JSON.stringify(await auth.users.findOne({ _id: ada.id }))
    for (const word of [ada.email, 'Ada', 'argon2']) assert.ok(!left.includes(word), word)

    const again = await auth.register({ email: ada.email })
    assert.notEqual(again.id, ada.id)
    await auth.outside.send('member.removed', { orgId: ada.orgId, aggregateId: ada.id, id: sent.id }, removed)
    const other = await auth.register()
    await auth.outside.send('member.removed', { orgId: other.orgId, aggregateId: ada.id }, { userId: other.id })
    await auth.told('user.deleted', other.id)
    assert.equal((await auth.login(ada.email, ada.password)).statusCode, 200)
  })

  test('of one organization is not found in another', async () => {
    const [ada, bob] = [await auth.register(), await auth.register()]
    await auth.outside.send('member.removed', { orgId: bob.orgId, aggregateId: 'x' }, { userId: ada.id })
    await auth.outside.send('member.removed', { orgId: bob.orgId, aggregateId: 'x' }, { userId: bob.id })
    await auth.told('user.deleted', bob.id)
    assert.equal((await auth.login(ada.email, ada.password)).statusCode, 200)
  })
})
