import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { fieldMessages, limits } from '@lectern/contracts'
import { type Account, signUp } from '../account.ts'
import { logIn, openVisitor } from '../cast.ts'
import { call, done, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('passwords', () => {
  let ada: Account

  beforeEach(async () => {
    ada = await signUp(product.url)
  })

  const post = async (path: string, body: object) => call(await openVisitor(product.url), 'POST', path, body)
  const ask = (email: string) => post('/api/forgot-password', { email })
  /** The code of the newest mail: the second is the first of these, after the one that verifies. */
  const codeOf = async (count = 2) => {
    const { text } = await product.mailTo(ada.email, count)
    return text.match(/\/renew-password\/([A-Z0-9]{5})\s/)?.[1] ?? assert.fail(text)
  }
  const renewal = (token: string, fields: object = {}) => ({
    email: ada.email,
    password: 'new horse',
    passwordConfirmation: 'new horse',
    token,
    ...fields,
  })
  const renew = (token: string, fields?: object) => post('/api/renew-password', renewal(token, fields))
  /** Another code, of as many characters. */
  const besides = (code: string) => `${code.slice(0, 4)}${code.endsWith('2') ? '3' : '2'}`
  const wrongCode = { fields: { token: fieldMessages.resetCode } }

  describe('POST /api/forgot-password', () => {
    test('answers the same whether or not there is such an account, and mails a code of 5 characters', async () => {
      const known = done(await ask(` ${ada.email.toUpperCase()} `))
      const unknown = done(await ask('nobody@example.com'))
      assert.deepEqual(known, unknown)
      assert.deepEqual(known, {
        message: 'If there is an account with this address, a mail with a code is on its way.',
      })
      assert.equal((await codeOf()).length, limits.resetCode)
    })

    for (const [what, given, sentence] of [
      ['nothing', {}, fieldMessages.required],
      ['no address', { email: 'ada at home' }, fieldMessages.email],
      ['a very long one', { email: `${'a'.repeat(250)}@example.com` }, fieldMessages.tooLong(limits.email)],
    ] as const)
      test(`with ${what} says so`, async () =>
        refused(await post('/api/forgot-password', given), 'invalid', { fields: { email: sentence } }))
  })

  describe('POST /api/renew-password', () => {
    test('sets a new password in exchange for the code, once, and ends every session', async () => {
      await ask(ada.email)
      const code = await codeOf()
      assert.deepEqual(done(await renew(` ${code.toLowerCase()} `)), {
        message: 'Your password is changed. You can log in with it now.',
      })
      assert.equal((await ada.send('GET', '/api/w/settings')).status, 401)
      await logIn(product.url, { email: ada.email, password: 'new horse' })
      refused(await post('/api/login', { email: ada.email, password: ada.password }), 'wrong_login')
      refused(await renew(code), 'invalid', wrongCode)
      assert.equal((await product.mailTo(ada.email, 3)).subject, 'Your password was changed')
    })

    test('takes the newest code alone', async () => {
      await ask(ada.email)
      const first = await codeOf()
      await ask(ada.email)
      const second = await codeOf(3)
      refused(await renew(first), 'invalid', wrongCode)
      done(await renew(second))
    })

    test('gives up after five wrong codes, even for the right one', async () => {
      await ask(ada.email)
      const code = await codeOf()
      for (let tries = 0; tries < limits.resetTries; tries++) refused(await renew(besides(code)), 'invalid', wrongCode)
      refused(await renew(code), 'invalid', wrongCode)
    })

    test('takes no code of another account', async () => {
      await ask(ada.email)
      const other = await signUp(product.url)
      refused(await renew(await codeOf(), { email: other.email }), 'invalid', wrongCode)
    })

    for (const [what, given, fields] of [
      ['a code of 6 characters', { token: 'ABCDEF' }, { token: fieldMessages.resetCode }],
      ['no code', { token: undefined }, { token: fieldMessages.required }],
      ['a short password', { password: '12345' }, { password: fieldMessages.passwordShort }],
      ['a long password', { password: 'a'.repeat(256) }, { password: fieldMessages.passwordLong }],
      ['two passwords', { passwordConfirmation: 'other' }, { passwordConfirmation: fieldMessages.passwordsDiffer }],
      ['no address', { email: '' }, { email: fieldMessages.email }],
    ] as const)
      test(`with ${what} names the field`, async () => refused(await renew('AAAAA', given), 'invalid', { fields }))
  })
})
