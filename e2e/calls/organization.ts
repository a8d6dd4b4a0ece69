import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { defaults, fieldMessages, type Organization } from '@lectern/contracts'
import { until } from '@lectern/testing'
import sharp from 'sharp'
import { type Account, signUp } from '../account.ts'
import { type Cast, gather } from '../cast.ts'
import { type Client, call, done, formOf, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('organization', () => {
  let cast: Cast
  let png: Buffer

  before(async () => {
    cast = await gather(product)
    png = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#1f6f5c' } })
      .png()
      .toBuffer()
  })

  const read = async (who: Client) =>
    done(await call<{ organization: Organization }>(who, 'GET', '/api/w/organization')).organization
  const save = (who: Client, given: object | FormData) => call(who, 'POST', '/api/w/organization', given)
  const image = (path: string | null) => cast.visitor.call(path ?? assert.fail('no picture'))

  describe('GET /api/w/organization', () => {
    test('answers the organization that signing up made, with the defaults', async () => {
      const { id, user_id, ...rest } = await read(cast.stranger)
      assert.ok(id >= 1)
      assert.match(await cast.stranger.open('/'), new RegExp(`<meta name="user-id" content="${user_id}"`))
      assert.deepEqual(rest, {
        name: 'Stranger’s organization',
        description: '',
        system_prompt: '',
        color: defaults.chatColor,
        image_url: null,
        enterprise: false,
        plan: { id: defaults.freePlanId },
      })
    })
    test('is the same for whoever belongs to it, and another for others', async () => {
      const own = await read(cast.owner)
      assert.deepEqual(await read(cast.user), own)
      assert.deepEqual(await read(cast.admin), own)
      assert.notEqual((await read(cast.stranger)).id, own.id)
    })
  })

  describe('POST /api/w/organization', () => {
    test('saves what is given, from JSON and from a form, for any admin', async () => {
      const before = await read(cast.owner)
      const first = {
        name: ' Harbor Library ',
        description: 'By the water',
        system_prompt: 'Be kind.',
        color: '#1f6f5c',
      }
      assert.deepEqual(done(await save(cast.admin, first)), { message: 'Saved.' })
      const saved = { ...before, ...first, name: 'Harbor Library' }
      assert.deepEqual(await read(cast.owner), saved)
      done(await save(cast.owner, formOf({ description: '', image: ['', ''] })))
      assert.deepEqual(await read(cast.owner), { ...saved, description: '' })
      assert.notEqual((await read(cast.stranger)).name, 'Harbor Library')
    })

    test('takes a logo, drawn anew at 500 pixels, in place of the one before', async () => {
      done(await save(cast.owner, formOf({ name: 'Harbor Library', image: ['logo.png', png, 'image/png'] })))
      const { image_url: first } = await read(cast.owner)
      const answer = await image(first)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'image/webp')
      const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      assert.deepEqual({ format, width, height }, { format: 'webp', width: 500, height: 250 })

      const gif = await sharp(png).gif().toBuffer()
      done(await save(cast.owner, formOf({ image: ['logo.gif', gif, 'image/gif'] })))
      assert.notEqual((await read(cast.owner)).image_url, first)
      await until('the old logo to go', async () => (await image(first)).status === 404)
    })

    for (const [what, given, fields] of [
      ['a blank name', { name: ' ' }, { name: fieldMessages.required }],
      ['a name of 156 characters', { name: 'a'.repeat(156) }, { name: fieldMessages.tooLong(155) }],
      ['a description of 2001', { description: 'a'.repeat(2001) }, { description: fieldMessages.tooLong(2000) }],
      ['guardrails of 2001', { system_prompt: 'a'.repeat(2001) }, { system_prompt: fieldMessages.tooLong(2000) }],
      ['no color', { color: 'green' }, { color: fieldMessages.color }],
      ['all of it wrong', { name: '', color: '#12' }, { name: fieldMessages.required, color: fieldMessages.color }],
    ] as const)
      test(`with ${what} names the field, and saves nothing`, async () => {
        const before = await read(cast.owner)
        const wrong = { description: 'new', ...given }
        refused(await save(cast.owner, wrong), 'invalid', { fields })
        refused(await save(cast.owner, formOf(wrong as Record<string, string>)), 'invalid', { fields })
        assert.deepEqual(await read(cast.owner), before)
      })

    for (const [what, content, sentence] of [
      ['text that calls itself a picture', 'not a picture', fieldMessages.image],
      ['a drawing that may carry a script', '<svg xmlns="http://www.w3.org/2000/svg"/>', fieldMessages.image],
      ['a picture of more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 1), fieldMessages.imageLarge],
    ] as const)
      test(`with ${what} is refused`, async () => {
        const form = formOf({ name: 'New', image: ['logo.png', content, 'image/png'] })
        refused(await save(cast.owner, form), 'invalid', { fields: { image: sentence } })
        assert.notEqual((await read(cast.owner)).name, 'New')
      })
  })

  describe('GET /api/w/images/{key}', () => {
    test('answers nothing but pictures', async () => {
      for (const key of ['nothing', 'image-00000000000000000000000000000000.webp', '..%2f..%2fetc%2fpasswd']) {
        const answer = await image(`/api/w/images/${key}`)
        assert.equal(answer.status, 404)
        assert.equal(((await answer.json()) as { code: string }).code, 'not_found')
      }
    })
  })

  describe('DELETE /api/w/organization', () => {
    let grace: Account
    before(async () => {
      grace = await signUp(product.url, 'Grace')
    })
    const remove = (who: Client, name: string) => call(who, 'DELETE', '/api/w/organization', { name })

    test('is for its owner alone', async () =>
      refused(await remove(cast.admin, (await read(cast.admin)).name), 'owner_only'))
    test('wants its name', async () => {
      refused(await remove(grace, 'Another'), 'invalid', { fields: { name: fieldMessages.organizationName } })
      refused(await call(grace, 'DELETE', '/api/w/organization', {}), 'invalid', {
        fields: { name: fieldMessages.required },
      })
    })
    test('ends it, and the sessions of whoever belongs to it', async () => {
      done(await remove(grace, 'Grace’s organization'))
      await until('the session to end', async () => (await grace.send('GET', '/api/w/settings')).status === 401)
      assert.equal((await read(cast.owner)).name, 'Harbor Library')
    })
  })
})
