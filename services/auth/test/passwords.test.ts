import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { fieldMessages, limits } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { startAuth } from './start-auth.ts'

const auth = await startAuth(['user.password_changed'])
after(() => auth.close())

const codeFormat = /\b[2-9A-HJ-NP-Z]{5}\b/
const forgot = (email: string) => auth.call('POST', '/api/forgot-password', { email })
const renew = (fields: object) =>
  auth.call('POST', '/api/renew-password', {
    password: 'a new horse',
    passwordConfirmation: 'a new horse',
    ...fields,
  })
/** The code of the newest of so many mails; the one before it all is about verification. */
const codeTo = async (email: string, count = 2) => {
  const { text = '' } = await auth.mailbox.mailTo(email, count)
  return text.match(codeFormat)?.[0] ?? assert.fail(`no code in ${text}`)
}
const asked = async () => {
  const ada = await auth.register()
  await auth.mailbox.mailTo(ada.email)
  assert.equal((await forgot(ada.email)).statusCode, 200)
  return { ...ada, code: await codeTo(ada.email) }
}
const another = (code: string) => (code === '22222' ? '33333' : '22222')

describe('a forgotten password', () => {
  test('is replaced with the code of the mail, which logs out everywhere', async () => {
    const ada = await asked()
    const answer = await renew({ email: ` ${ada.email.toUpperCase()}`, token: ` ${ada.code.toLowerCase()} ` })
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal((await auth.login(ada.email, ada.password)).statusCode, 422)
    assert.equal((await auth.login(ada.email, 'a new horse')).statusCode, 200)
    assert.equal(await auth.sessionOf(ada.answer), null)

    const event = await auth.told('user.password_changed', ada.id)
    assert.deepEqual(event.actor, { id: ada.id, email: ada.email })
    const { subject } = await auth.mailbox.mailTo(ada.email, 3)
    assert.equal(subject, 'Your password was changed')
  })

  test('the mail leads to the page with the code in it, and the code is kept nowhere', async () => {
    const ada = await asked()
    const { text = '', html = '' } = await auth.mailbox.mailTo(ada.email, 2)
    for (const form of [text, html])
      assert.ok(form.includes(`${auth.space.config.LECTERN_PUBLIC_URL}/renew-password/${ada.code}`))
    assert.ok(!JSON.stringify(await auth.users.findOne({ _id: ada.id })).includes(ada.code))
  })

  test('an unknown account gets the same answer, and no mail', async () => {
    const ada = await auth.register()
    const known = await forgot(ada.email)
    const unknown = await forgot('nobody@example.com')
    assert.deepEqual([unknown.statusCode, unknown.json()], [known.statusCode, known.json()])
    await codeTo(ada.email)
    assert.ok(!auth.mailbox.received.some(({ to }) => to === 'nobody@example.com'))
  })

  test('a code works once', async () => {
    const ada = await asked()
    assert.equal((await renew({ email: ada.email, token: ada.code })).statusCode, 200)
    const again = await renew({ email: ada.email, token: ada.code })
    assert.deepEqual(again.json().errors, { token: [fieldMessages.resetCode] })
  })

  test('a newer code takes the place of the older', async () => {
    const ada = await asked()
    await forgot(ada.email)
    const newer = await codeTo(ada.email, 3)
    assert.equal((await renew({ email: ada.email, token: ada.code })).statusCode, 422)
    assert.equal((await renew({ email: ada.email, token: newer })).statusCode, 200)
  })

  test('five wrong codes, and the right one is good no more', async () => {
    const ada = await asked()
    for (let tries = 0; tries < limits.resetTries; tries++) {
      const wrong = await renew({ email: ada.email, token: another(ada.code) })
      assert.deepEqual(wrong.json().errors, { token: [fieldMessages.resetCode] })
    }
    assert.equal((await renew({ email: ada.email, token: ada.code })).statusCode, 422)
    assert.equal((await auth.login(ada.email, ada.password)).statusCode, 200)
  })

  test('after a quarter of an hour the code is good no more', async () => {
    const ada = await asked()
    const kept = await auth.users.findOne({ _id: ada.id })
    const { expiresAt } = (kept as unknown as { reset: { expiresAt: Date } }).reset
    const minutes = (expiresAt.getTime() - Date.now()) / 60_000
    assert.ok(minutes > 14 && minutes <= limits.resetMinutes, `${minutes} minutes`)
    await auth.users.updateOne({ _id: ada.id }, { $set: { 'reset.expiresAt': new Date(Date.now() - 1) } } as object)
    assert.equal((await renew({ email: ada.email, token: ada.code })).statusCode, 422)
  })

  test('the code of one account is not that of another', async () => {
    const [ada, bob] = [await asked(), await auth.register()]
    assert.equal((await renew({ email: bob.email, token: ada.code })).statusCode, 422)
    assert.equal((await renew({ email: 'nobody@example.com', token: ada.code })).statusCode, 422)
    assert.equal((await auth.login(bob.email, bob.password)).statusCode, 200)
  })

  test('wrong input is refused field by field, and uses up no try', async () => {
    const ada = await asked()
    const { email, code: token } = ada
    for (const [fields, expected] of [
      [{ email: 'ada', token }, { email: [fieldMessages.email] }],
      [{ email, token: 'AB' }, { token: [fieldMessages.resetCode] }],
      [{ email, token: 'ABCDEF' }, { token: [fieldMessages.resetCode] }],
      [{ email, token, password: 'abc', passwordConfirmation: 'abc' }, { password: [fieldMessages.passwordShort] }],
      [{ email, token, password: 'a'.repeat(256) }, { password: [fieldMessages.passwordLong] }],
      [{ email, token, passwordConfirmation: 'x' }, { passwordConfirmation: [fieldMessages.passwordsDiffer] }],
    ] as const) {
      const answer = await renew(fields)
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, expected)
    }
    assert.deepEqual((await forgot('ada')).json().errors, { email: [fieldMessages.email] })
    assert.equal((await renew({ email, token })).statusCode, 200)
  })
})

test('a change that a killed process did not finish ends the older sessions all the same', async () => {
  const ada = await auth.register()
  const other = await auth.login(ada.email, ada.password)
  // Events tell their time in whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await auth.outside.send('user.password_changed', { orgId: ada.orgId, aggregateId: ada.id, version: 2 }, {})
  await until('the sessions to end', async () => (await auth.sessionOf(other)) === null)
  assert.equal(await auth.sessionOf(ada.answer), null)
  assert.ok(await auth.sessionOf(await auth.login(ada.email, ada.password)), 'a later session goes on')
})
