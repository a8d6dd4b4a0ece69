import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { errors, fieldMessages, imageUrl, type Log, type Member } from '@lectern/contracts'
import type { User } from '@lectern/service'
import { testUser, until } from '@lectern/testing'
import sharp from 'sharp'
import { startOrg } from './start-org.ts'

const org = await startOrg(['organization.deleted', 'organization.changed', 'member.removed'])
after(() => org.close())

const url = '/api/w/organization'
const read = (user: User) => org.call({ url, user })
const nameOf = async (user: User): Promise<string> => (await read(user)).json().organization.name
const deleteAs = (user: User | null, name: string) => org.call({ method: 'DELETE', url, body: { name }, user })
const members = async (user: User): Promise<Member[]> => (await org.call({ url: '/api/w/users', user })).json().items
const someone = () => `${crypto.randomUUID()}@example.com`
const invite = async (user: User, email = someone()): Promise<Member> =>
  (await org.call({ method: 'POST', url: '/api/w/users', body: { email, type_id: 1 }, user })).json().item
const logged = (user: User, body: string) =>
  until(body, async () =>
    ((await org.call({ url: '/api/w/logs', user })).json().items as Log[]).find((row) => row.body === body),
  )
const saveLogo = async (user: User) => {
  const background = '#930de3'
  const image = await sharp({ create: { width: 10, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(image)]), 'logo.png')
  assert.equal((await org.call({ method: 'POST', url, form, user })).statusCode, 200)
}

/** An organization with something of everything. */
async function full(): Promise<User> {
  const ada = await org.found()
  const { orgId } = ada
  await invite(ada)
  await org.join(orgId, someone())
  await saveLogo(ada)
  const kb = `kb-${orgId}`
  const actor = { id: ada.userId, email: ada.email }
  await org.outside.send('kb.changed', { orgId, aggregateId: kb, actor }, { unqid: 'u', name: 'Help desk' })
  await org.outside.send('document.uploaded', { orgId, aggregateId: `file-${orgId}` }, { kbId: kb, name: 'guide.pdf' })
  await org.outside.send('conversation.answered', { orgId, aggregateId: `talk-${orgId}` }, { kbId: kb })
  await logged(ada, 'Created the chat “Help desk”')
  await until('the rest', async () => Object.keys(await org.kept(orgId)).length === 7)
  await until('its mails to be sent', async () => !JSON.stringify(await org.kept(orgId)).includes('"mailsAt"'))
  return ada
}
const nothingButItsMark = (orgId: number) =>
  until('nothing but its mark', async () => Object.keys(await org.kept(orgId)).join() === 'deletedorganizations')

describe('deleting an organization', () => {
  test('takes all that belongs to it away, and nothing of another', async () => {
    const [ada, bea] = [await full(), await full()]
    const [before, pictures] = [await org.kept(bea.orgId), await org.pictures()]
    const answer = await deleteAs(ada, ` ${await nameOf(ada)} `)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.json().url, '/')
    assert.equal((await read(ada)).statusCode, 404)
    assert.equal((await deleteAs(ada, 'again')).statusCode, 404)
    const event = await until('the event', () => org.told('organization.deleted', ada.orgId)[0])
    assert.deepEqual([event.aggregateId, event.version, event.actor?.email], [String(ada.orgId), 3, ada.email])
    await nothingButItsMark(ada.orgId)
    assert.equal(await org.pictures(), pictures - 1)
    assert.deepEqual(await org.kept(bea.orgId), before)
    const root = testUser({ ...bea, isRoot: true })
    const ids = (await org.call({ url: '/api/w/admin/organizations', user: root })).json().items
    assert.ok(!ids.some(({ id }: { id: number }) => id === ada.orgId))
  })

  test('what is told of it late or again brings nothing back', async () => {
    const ada = await full()
    const { orgId, userId, email } = ada
    await deleteAs(ada, await nameOf(ada))
    await nothingButItsMark(orgId)
    const changes = org.told('organization.changed', orgId).length
    const founder = { userId, name: 'Ada', email, typeId: 2, founder: true }
    const actor = { id: userId, email }
    await org.outside.send('user.registered', { orgId, aggregateId: userId }, founder)
    await org.outside.send('kb.changed', { orgId, aggregateId: 'late', actor }, { unqid: 'u', name: 'Late' })
    await org.outside.send('conversation.answered', { orgId, aggregateId: 'late' }, { kbId: 'late' })
    await org.outside.send('organization.deleted', { orgId, aggregateId: String(orgId), version: 3 }, {})
    await org.outside.settled('org')
    await nothingButItsMark(orgId)
    assert.equal(org.told('organization.changed', orgId).length, changes)
  })

  test('goes on where a killed process left it', async () => {
    const ada = await full()
    await org.collection('deletedorganizations').insertOne({
      _id: String(ada.orgId),
      orgId: ada.orgId,
      deletedAt: new Date(),
      nextAt: new Date(),
    })
    await nothingButItsMark(ada.orgId)
  })

  test('is for its owner, who types its name', async () => {
    const ada = await org.found()
    const name = await nameOf(ada)
    const admin = { ...ada, userId: 'another' }
    for (const [user, status, code] of [
      [null, 401, 'unauthenticated'],
      [admin, 403, 'owner_only'],
      [{ ...admin, isRoot: true }, 403, 'owner_only'],
      [testUser({ ...ada, orgId: 1_000_000 }), 404, 'organization_not_found'],
    ] as const) {
      const answer = await deleteAs(user, name)
      assert.deepEqual([answer.statusCode, answer.json().code], [status, code])
    }
    for (const wrong of ['', name.slice(1), name.toUpperCase()]) {
      const answer = await deleteAs(ada, wrong)
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, { name: [fieldMessages.organizationName] })
    }
    assert.equal((await org.call({ method: 'DELETE', url, body: {}, user: ada })).statusCode, 422)
    assert.equal(await nameOf(ada), name)
  })
})

describe('a deleted account', () => {
  const bobOf = async (ada: User) => {
    const row = await invite(ada)
    return { row, bob: await org.join(ada.orgId, row.email, row.id) }
  }
  const traces = async (orgId: number, email: string) => {
    return JSON.stringify(await org.kept(orgId)).includes(email)
  }

  test('leaves the list, and nothing of the person, in the audit log neither', async () => {
    const ada = await org.found()
    const { bob } = await bobOf(ada)
    const { email: cleo } = await invite({ ...bob, typeId: 2 })
    const actor = { id: bob.userId, email: bob.email }
    const deleted = { orgId: ada.orgId, aggregateId: bob.userId, version: 2, actor }
    for (let times = 0; times < 2; times++) await org.outside.send('user.deleted', deleted, {})
    await logged(ada, `Invited ${cleo} as a user`)
    await until('the person to go', async () => !(await traces(ada.orgId, bob.email)))
    // What they did before, and is told late.
    await org.outside.send('kb.changed', { orgId: ada.orgId, aggregateId: 'late', actor }, { name: 'Late' })
    for (const line of ['Deleted their account', `Invited ${cleo} as a user`, 'Created the chat “Late”'])
      assert.equal((await logged(ada, line)).user, 'Deleted user')
    assert.equal((await logged(ada, 'Invited a deleted user as a user')).user, ada.email)
    assert.ok(!(await traces(ada.orgId, bob.email)))
    assert.deepEqual(
      (await members(ada)).map(({ email }) => email),
      [cleo, ada.email],
    )
    assert.ok(await invite(ada, bob.email), 'the address may be invited again')
  })

  test('removed by a root user leaves as little, and has one line in the log', async () => {
    const ada = await org.found()
    const { row, bob } = await bobOf(ada)
    await invite({ ...bob, typeId: 2 })
    const root = { ...ada, isRoot: true }
    assert.equal((await org.call({ method: 'DELETE', url: `/api/w/users/${row.id}`, user: root })).statusCode, 200)
    const { payload, actor } = await until('the event', () => org.told('member.removed', ada.orgId)[0])
    assert.equal((payload as { email: string }).email, bob.email)
    // What auth makes of it.
    await org.outside.send('user.deleted', { orgId: ada.orgId, aggregateId: bob.userId, version: 2, actor }, {})
    assert.equal((await logged(ada, 'Removed a deleted user')).user, ada.email)
    await org.outside.settled('org')
    await until('the person to go', async () => !(await traces(ada.orgId, bob.email)))
    const lines = ((await org.call({ url: '/api/w/logs', user: ada })).json().items as Log[]).map(({ body }) => body)
    assert.ok(!lines.includes('Deleted their account'))
  })

  test('is not a member even where its registration is heard of after its end', async () => {
    const ada = await org.found()
    const [userId, email] = [crypto.randomUUID(), someone()]
    await org.outside.send('user.deleted', { orgId: ada.orgId, aggregateId: userId, version: 2 }, {})
    const registered = { userId, name: 'Bob', email, typeId: 1, founder: false }
    await org.outside.send('user.registered', { orgId: ada.orgId, aggregateId: userId }, registered)
    await org.outside.settled('org')
    assert.equal((await members(ada)).length, 1)
    assert.ok(!(await traces(ada.orgId, email)))
  })
})

describe('a plan’s number of users', () => {
  test('holds exactly, however many are invited at once', async () => {
    const ada = await org.found()
    await org.outside.send('plan.changed', { orgId: 0, aggregateId: '1' }, { name: 'free', users: 8 })
    await org.outside.settled('org')
    const ask = () =>
      org.call({ method: 'POST', url: '/api/w/users', body: { email: someone(), type_id: 1 }, user: ada })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    assert.equal(refused.length, 13)
    for (const answer of refused)
      assert.deepEqual([answer.statusCode, answer.json().message], [409, errors.user_limit.message])
    assert.equal((await members(ada)).length, 8)
    const [row] = await members(ada)
    await org.call({ method: 'DELETE', url: `/api/w/users/${row?.id}`, user: ada })
    assert.equal((await ask()).statusCode, 200, 'there is room again')
  })
})

describe('a picture whose saving was cut short', () => {
  test('goes with the next sweep, unless the organization has it', async () => {
    const { buildApp } = await import('../src/app.ts')
    const ada = await org.found()
    await saveLogo(ada)
    const used = (await read(ada)).json().organization.image_url as string
    const unused = imageUrl('image-0123456789abcdef0123456789abcdef.webp')
    await org.blobs.put(unused.slice(imageUrl('').length), Readable.from([Buffer.from('picture')]))
    const uploads = org.collection('pictureuploads')
    assert.equal(await uploads.countDocuments(), 0)
    const startedAt = new Date(Date.now() - 2 * 3_600_000)
    await uploads.insertMany([used, unused].map((_id) => ({ _id, orgId: ada.orgId, startedAt })))
    const pictures = await org.pictures()
    const another = await buildApp(org.space.config)
    await another.ready()
    await until('the sweep', async () => (await uploads.countDocuments()) === 0)
    await another.close()
    assert.equal(await org.pictures(), pictures - 1)
    assert.equal((await org.call({ url: used })).statusCode, 200)
    assert.equal((await org.call({ url: unused })).statusCode, 404)
  })

  test('and one that another takes the place of at that moment is not lost', async () => {
    const ada = await org.found()
    await saveLogo(ada)
    const pictures = await org.pictures()
    await Promise.all([saveLogo(ada).catch(() => {}), saveLogo(ada).catch(() => {}), saveLogo(ada).catch(() => {})])
    assert.equal(await org.pictures(), pictures)
    assert.equal((await org.call({ url: (await read(ada)).json().organization.image_url })).statusCode, 200)
  })
})
