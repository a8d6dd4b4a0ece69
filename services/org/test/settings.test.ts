import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errors, fieldMessages, limits } from '@lectern/contracts'
import { testUser, until } from '@lectern/testing'
import sharp from 'sharp'
import { startOrg } from './start-org.ts'

const org = await startOrg(['organization.changed'])
after(() => org.close())

const url = '/api/w/organization'
const save = (user: ReturnType<typeof testUser> | null, body: object) => org.call({ method: 'POST', url, body, user })
const read = async (user: ReturnType<typeof testUser>) => (await org.call({ url, user })).json().organization
const logo = async (width = 600) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height: 300, channels: 3, background: '#930de3' } })
        .png()
        .toBuffer(),
    ),
  ])
const formOf = (fields: Record<string, string>, image?: Blob) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (image) form.set('image', image, 'logo.png')
  return form
}

describe('saving an organization', () => {
  const all = { name: 'Analytical Engines', description: 'We compute', system_prompt: 'Be kind', color: '#112233' }

  test('keeps every field, and tells the others who changed it', async () => {
    const ada = await org.found()
    const answer = await save(ada, { ...all, name: ` ${all.name} ` })
    assert.equal(answer.statusCode, 200, answer.body)
    const { name, description, system_prompt, color } = await read(ada)
    assert.deepEqual({ name, description, system_prompt, color }, all)
    const event = await until('the change', () => org.told('organization.changed', ada.orgId)[1])
    assert.deepEqual(event.actor, { id: ada.userId, email: ada.email })
    assert.equal(event.version, 2)
    assert.equal((event.payload as { systemPrompt: string }).systemPrompt, 'Be kind')
  })

  test('leaves what is not given as it is', async () => {
    const ada = await org.found()
    await save(ada, all)
    await save(ada, { description: '' })
    const { name, description, color } = await read(ada)
    assert.deepEqual({ name, description, color }, { name: all.name, description: '', color: all.color })
  })

  test('takes a form with a logo, which everybody may then see', async () => {
    const ada = await org.found()
    const answer = await org.call({ method: 'POST', url, form: formOf(all, await logo()), user: ada })
    assert.equal(answer.statusCode, 200, answer.body)
    const { name, image_url } = await read(ada)
    assert.equal(name, all.name)
    const image = await org.call({ url: image_url })
    assert.equal(image.statusCode, 200)
    assert.equal(image.headers['content-type'], 'image/webp')
    assert.equal(image.headers['cache-control'], 'public, max-age=31536000, immutable')
    const { width, height } = await sharp(image.rawPayload).metadata()
    assert.deepEqual({ width, height }, { width: limits.imagePixels, height: 250 })

    await org.call({ method: 'POST', url, form: formOf({}, await logo(200)), user: ada })
    const newer = await read(ada)
    assert.notEqual(newer.image_url, image_url)
    assert.equal(newer.name, all.name)
    assert.equal((await org.call({ url: image_url })).statusCode, 404, 'the old one is gone')
    assert.equal((await org.call({ method: 'POST', url, form: formOf(all, new Blob([])), user: ada })).statusCode, 200)
    assert.equal((await read(ada)).image_url, newer.image_url, 'an empty part is no picture')
  })

  for (const [what, fields, expected] of [
    ['a blank name', { name: ' ' }, { name: [fieldMessages.required] }],
    ['a long name', { name: 'a'.repeat(156) }, { name: [fieldMessages.tooLong(limits.name)] }],
    ['a long description', { description: 'a'.repeat(2001) }, { description: [fieldMessages.tooLong(2000)] }],
    ['long guardrails', { system_prompt: 'a'.repeat(2001) }, { system_prompt: [fieldMessages.tooLong(2000)] }],
    ['a color that is none', { color: 'red' }, { color: [fieldMessages.color] }],
  ] as const)
    test(`refuses ${what}, as JSON and as a form`, async () => {
      const ada = await org.found()
      for (const answer of [
        await save(ada, { ...all, ...fields }),
        await org.call({ method: 'POST', url, form: formOf({ ...all, ...fields }), user: ada }),
      ]) {
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json().errors, expected)
      }
      assert.equal((await read(ada)).description, '')
    })

  test('refuses what is no picture, and one that is too large', async () => {
    const ada = await org.found()
    const send = (image: Blob) => org.call({ method: 'POST', url, form: formOf(all, image), user: ada })
    assert.deepEqual((await send(new Blob(['text']))).json().errors, { image: [fieldMessages.image] })
    const large = await send(new Blob([new Uint8Array(limits.imageBytes + 1)]))
    assert.equal(large.statusCode, 422)
    assert.deepEqual(large.json().errors, { image: [fieldMessages.imageLarge] })
    assert.equal((await read(ada)).image_url, null)
  })

  test('is for its admins', async () => {
    const ada = await org.found()
    const plain = await save({ ...ada, typeId: 1 }, { name: 'Mine' })
    assert.equal(plain.statusCode, 403)
    assert.equal(plain.json().message, errors.forbidden.message)
    assert.equal((await save(null, { name: 'Mine' })).statusCode, 401)
    assert.equal((await org.call({ method: 'POST', url, form: formOf({ name: 'Mine' }) })).statusCode, 401)
    assert.equal((await save(testUser({ orgId: 99_999 }), { name: 'Mine' })).statusCode, 404)
    assert.notEqual((await read(ada)).name, 'Mine')
    assert.equal((await org.call({ url, user: { ...ada, typeId: 1 } })).statusCode, 200, 'all may read it')
  })
})

test('what is no kept picture is not there', async () => {
  for (const key of ['image-0123456789abcdef0123456789abcdef.webp', 'an-original', '..%2Fsecret'])
    assert.equal((await org.call({ url: `/api/w/images/${key}` })).statusCode, 404)
})
