import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { fieldMessages, limits } from '@lectern/contracts'
import { asIdentity, testUser } from '@lectern/testing'
import { startAuth } from './start-auth.ts'

const auth = await startAuth(['user.renamed', 'user.password_changed', 'user.verified'])
after(() => auth.close())

const save = (body: object, headers: object) => auth.call('POST', '/api/w/settings', body, headers)
const toNew = (current: string) => ({
  current_password: current,
  new_password: 'a new horse',
  new_password_confirm: 'a new horse',
})

describe('settings', () => {
  test('a new name is told, and the sessions know it', async () => {
    const ada = await auth.register()
    const answer = await save({ name: ' Ada Lovelace ' }, ada.headers)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal((await auth.call('GET', '/api/w/settings', undefined, ada.headers)).json().user.name, 'Ada Lovelace')
    assert.equal((await auth.sessionOf(ada.answer))?.name, 'Ada Lovelace')
    const { payload, actor } = await auth.told('user.renamed', ada.id)
    assert.equal((payload as { name: string }).name, 'Ada Lovelace')
    assert.deepEqual(actor, { id: ada.id, email: ada.email })
  })

  test('come as a form too', async () => {
    const ada = await auth.register()
    const form = new FormData()
    form.set('name', 'Ada King')
    form.set('current_password', '')
    form.set('new_password', '')
    form.set('image', new Blob([]), '')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { ...ada.headers, 'content-type': request.headers.get('content-type') ?? '' }
    const answer = await auth.call('POST', '/api/w/settings', Buffer.from(await request.arrayBuffer()), headers)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(((await auth.users.findOne({ _id: ada.id })) as unknown as { name: string }).name, 'Ada King')
  })

  test('a new password ends all other sessions, and a mail says so', async () => {
    const ada = await auth.register()
    const other = await auth.login(ada.email, ada.password)
    const answer = await save(toNew(ada.password), ada.headers)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(await auth.sessionOf(other), null)
    assert.ok(await auth.sessionOf(ada.answer))
    assert.equal((await auth.login(ada.email, ada.password)).statusCode, 422)
    const later = await auth.login(ada.email, 'a new horse')
    assert.equal(later.statusCode, 200)
    assert.equal((await auth.mailbox.mailTo(ada.email, 2)).subject, 'Your password was changed')
    await auth.told('user.password_changed', ada.id)
    assert.ok(await auth.sessionOf(ada.answer), 'its own event does not end it')
    assert.ok(await auth.sessionOf(later), 'nor one that came after')
  })

  for (const [what, fields, expected] of [
    ['a blank name', { name: '  ' }, { name: [fieldMessages.required] }],
    ['a long name', { name: 'a'.repeat(limits.name + 1) }, { name: [fieldMessages.tooLong(limits.name)] }],
    ['a wrong password', toNew('not it'), { current_password: [fieldMessages.currentPassword] }],
    ['no current password', { ...toNew('') }, { current_password: [fieldMessages.required] }],
    [
      'two new passwords',
      { ...toNew('correct horse'), new_password_confirm: 'another' },
      { new_password_confirm: [fieldMessages.passwordsDiffer] },
    ],
    [
      'a short password',
      { current_password: 'correct horse', new_password: 'abc', new_password_confirm: 'abc' },
      { new_password: [fieldMessages.passwordShort] },
    ],
    [
      'a long password',
      { current_password: 'correct horse', new_password: 'a'.repeat(156), new_password_confirm: 'a'.repeat(156) },
      { new_password: [fieldMessages.passwordLong] },
    ],
  ] as const)
    test(`refuse ${what} and save nothing`, async () => {
      const ada = await auth.register()
      const answer = await save({ name: 'Another', ...fields }, ada.headers)
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, expected)
      assert.equal(((await auth.users.findOne({ _id: ada.id })) as unknown as { name: string }).name, 'Ada')
      assert.equal((await auth.login(ada.email, ada.password)).statusCode, 200)
    })

  test('are one’s own, and only for the signed-in', async () => {
    const ada = await auth.register()
    const stranger = await asIdentity(testUser({ userId: ada.id, orgId: ada.orgId + 1 }), 'auth')
    assert.equal((await save({ name: 'Eve' }, stranger)).statusCode, 404)
    assert.equal((await save({ name: 'Eve' }, {})).statusCode, 401)
    assert.equal((await auth.call('GET', '/api/w/settings')).statusCode, 401)
  })
})

describe('verifying an email address', () => {
  const linkOf = async (email: string, count = 1) => {
    const { text = '' } = await auth.mailbox.mailTo(email, count)
    return text.match(/http:\/\/localhost:8080(\/api\/verify-email\/\S+)/)?.[1] ?? assert.fail('no link')
  }

  test('takes the link of the mail, as often as it is opened', async () => {
    const ada = await auth.register()
    const link = await linkOf(ada.email)
    for (let times = 0; times < 2; times++) {
      const answer = await auth.call('GET', link)
      assert.equal(answer.statusCode, 302)
      assert.equal(answer.headers.location, 'http://localhost:8080/?verified=1')
    }
    assert.equal((await auth.sessionOf(ada.answer))?.verified, true)
    assert.equal((await auth.sessionOf(await auth.login(ada.email, ada.password)))?.verified, true)
    const { version, actor } = await auth.told('user.verified', ada.id)
    assert.equal(version, 2)
    assert.equal(actor?.id, ada.id)
  })

  test('does not take another link', async () => {
    const [ada, bob] = [await auth.register(), await auth.register()]
    const link = await linkOf(ada.email)
    for (const wrong of [link.replace(ada.id, bob.id), `${link}x`, '/api/verify-email/none', '/api/verify-email/a.b']) {
      const answer = await auth.call('GET', wrong)
      assert.equal(answer.headers.location, 'http://localhost:8080/?verified=0')
    }
    for (const { answer } of [ada, bob]) assert.equal((await auth.sessionOf(answer))?.verified, false)
  })

  test('the mail can be sent again, until it is done', async () => {
    const ada = await auth.register()
    await auth.mailbox.mailTo(ada.email)
    const resend = () => auth.call('POST', '/api/w/verification', undefined, ada.headers)
    assert.equal((await resend()).statusCode, 200)
    await auth.call('GET', await linkOf(ada.email, 2))
    const done = await resend()
    assert.equal(done.json().message, 'Your email address is verified already.')
    assert.equal((await auth.call('POST', '/api/w/verification')).statusCode, 401)
  })
})

describe('sessions', () => {
  const list = (headers: object) => auth.call('GET', '/api/w/sessions', undefined, headers)
  type Row = { id: string; is_current: boolean; agent: string }

  test('are listed, the newest first, without their ids', async () => {
    const ada = await auth.register()
    await auth.login(ada.email, ada.password, { 'user-agent': 'Another browser' })
    const answer = await list(ada.headers)
    const items = answer.json().items as Row[]
    assert.deepEqual(
      items.map(({ is_current }) => is_current),
      [false, true],
    )
    assert.equal(items[0]?.agent, 'Another browser')
    assert.ok(!answer.body.includes(String(ada.answer.headers['set-cookie']).slice(8, 51)))
  })

  test('can be ended, one’s own only', async () => {
    const [ada, bob] = [await auth.register(), await auth.register()]
    const other = await auth.login(ada.email, ada.password)
    const row = ((await list(ada.headers)).json().items as Row[]).find(({ is_current }) => !is_current)
    const end = (headers: object) => auth.call('DELETE', `/api/w/sessions/${row?.id}`, undefined, headers)
    assert.equal((await end(bob.headers)).statusCode, 404)
    assert.equal((await end({})).statusCode, 401)
    assert.ok(await auth.sessionOf(other))
    assert.equal((await end(ada.headers)).statusCode, 200)
    assert.equal(await auth.sessionOf(other), null)
    assert.equal((await end(ada.headers)).statusCode, 404)
    assert.ok(await auth.sessionOf(ada.answer))
  })
})
