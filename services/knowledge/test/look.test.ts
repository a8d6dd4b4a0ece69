import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errors, fieldMessages } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { startKnowledge } from './knowledge.ts'

const { call, createChat, heard, kept, outside, sendForm, status, tellOrganization } = await startKnowledge()

/** A red picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const picture = { name: 'logo.png', content: png }

describe('the look of a chat', () => {
  test('is its organization’s where it has none of its own', async () => {
    const chat = await createChat()
    const { name, color: theirs, imageUrl } = await tellOrganization(false)
    const { organization, title, color, image_url, has_image } = await status(chat.id)
    assert.deepEqual(organization, { name, color: theirs, image_url: imageUrl })
    assert.deepEqual(
      { title, color, image_url, has_image },
      { title: '', color: null, image_url: null, has_image: false },
    )
  })

  for (const field of [{ title: 'Ask us' }, { color: '#445566' }, { button_color: '#445566' }])
    test(`without an enterprise plan ${Object.keys(field)} stays as it is`, async () => {
      const chat = await createChat()
      await tellOrganization(false)
      const before = await status(chat.id)
      const answer = await call('POST', `/api/w/knowledge-bases/${chat.id}`, {
        body: { ...field, intro_message: 'Hi' },
      })
      assert.equal(answer.statusCode, 403)
      assert.equal(answer.json().message, errors.enterprise_only.message)
      assert.deepEqual(await status(chat.id), before)
    })

  test('without an enterprise plan a picture is refused, and not kept', async () => {
    const chat = await createChat()
    await tellOrganization(false)
    const before = await kept()
    const answer = await sendForm(`/api/w/knowledge-bases/${chat.id}`, [
      ['name', 'Renamed'],
      ['image', picture],
    ])
    assert.equal(answer.statusCode, 403)
    assert.deepEqual(await kept(), before)
  })

  test('what did not change may be sent along, as forms do', async () => {
    const chat = await createChat()
    await tellOrganization(false)
    const { title, button_color } = chat
    const answer = await call('POST', `/api/w/knowledge-bases/${chat.id}`, {
      body: { name: 'Renamed', title, button_color },
    })
    assert.equal(answer.statusCode, 200)
  })

  test('with an enterprise plan all of it can be saved, and a new picture takes the old one’s place', async () => {
    const chat = await createChat()
    await tellOrganization(true)
    const before = await kept()
    const fields = { title: 'Ask us', color: '#445566', button_color: '#778899' }
    const save = () =>
      sendForm(`/api/w/knowledge-bases/${chat.id}`, [
        ...(Object.entries(fields) as [string, string][]),
        ['image', picture],
      ])
    const first = (await save()).json().knowledge_base
    assert.match(first.image_url, /^\/api\/w\/images\/image-[0-9a-f]{32}\.webp$/)
    assert.equal(first.has_image, true)
    for (const [name, value] of Object.entries(fields)) assert.equal(first[name], value)
    const second = (await save()).json().knowledge_base
    assert.notEqual(second.image_url, first.image_url)
    assert.equal((await kept()).originals, before.originals + 1)
    await until('others to be told', () =>
      outside.received.some(
        (event) =>
          event.type === 'kb.changed' &&
          event.aggregateId === chat.id &&
          (event.payload as { imageUrl: string }).imageUrl === second.image_url,
      ),
    )
  })

  test('a file that is no picture is refused with what to choose', async () => {
    const chat = await createChat()
    await tellOrganization(true)
    const answer = await sendForm(`/api/w/knowledge-bases/${chat.id}`, [
      ['image', { name: 'logo.png', content: 'no picture' }],
    ])
    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, { image: [fieldMessages.image] })
  })

  test('goes with the chat', async () => {
    const chat = await createChat()
    await tellOrganization(true)
    const before = await kept()
    await sendForm(`/api/w/knowledge-bases/${chat.id}`, [['image', picture]])
    await call('DELETE', `/api/w/knowledge-bases/${chat.id}`)
    await heard('kb.deleted', chat.id)
    await until('the picture to go', async () => (await kept()).originals === before.originals)
  })
})
