import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Answer } from '@lectern/contracts'
import { until } from '@lectern/testing'
import sharp from 'sharp'
import { type Account, signUp } from '../account.ts'
import { inviteAndJoin, makeEnterprise, openPublicChat, verify } from '../cast.ts'
import { type Client, call, done, formOf } from '../contract.ts'
import { type Product, startProduct } from '../product.ts'
import { recordsOf } from '../stores.ts'

// Deleting leaves nothing of what was deleted in any store, whichever services are away at that moment.
let product: Product
before(async () => {
  product = await startProduct()
})
after(() => product?.stop())

/** A word that stands nowhere else. */
const word = () => `w${crypto.randomUUID().replaceAll('-', '')}`
/** Records that hold one of these words. */
const traces = async (words: string[]) =>
  (await recordsOf(product)).filter((record) => words.some((each) => record.includes(each)))
const gone = async (what: string, left: () => Promise<string[]>) => {
  let seen: string[] = []
  const look = async () => {
    seen = await left()
    // Reading every store is work for the engines too.
    if (seen.length > 0) await setTimeout(1000)
    return seen.length === 0
  }
  await until(`${what} to be gone`, look, 60_000).catch(() => {})
  assert.deepEqual(
    seen.map((record) => record.slice(0, 400)),
    [],
  )
}

const ask = async (who: Client, kb_id: string, prompt: string, fields: object = {}) =>
  done(await call<Answer>(who, 'POST', '/api/w/messages', { kb_id, prompt, ...fields }))

/** A chat with a document and a conversation, and the words that stand in each. */
async function furnish(owner: Account) {
  const [name, file, text, question, personality] = [word(), word(), word(), word(), word()]
  const chat = await owner.createChat(name)
  await owner.upload(chat, `${file}.txt`, `The secret of the house is ${text}.`)
  await owner.settled(chat, 60_000)
  done(await call(owner, 'POST', `/api/w/knowledge-bases/${chat.id}`, { personality }))
  const { data } = await ask(owner, chat.id, `What is the secret ${question}?`)
  const reader = await openPublicChat(product.url, chat)
  await ask(reader, chat.unqid, `And the secret ${question}?`, { org_id: chat.organization_id })
  const words = [name, file, text, question, personality]
  const stores = (await traces(words)).map((record) => record.split(' ')[0])
  for (const store of ['knowledge.chats', 'blobs.fs.chunks', 'ingestion.jobs', 'elasticsearch', 'chat.conversations'])
    assert.ok(stores.includes(store), `${store} has something of it: ${[...new Set(stores)]}`)
  return { chat, words, ids: [chat.id, chat.unqid, data.transcript_id] }
}

describe('deleting', () => {
  test('a chat leaves marks without content, and what the audit log says', async () => {
    const owner = await signUp(product.url)
    const { chat, words, ids } = await furnish(owner)
    const kept = await furnish(owner)
    await product.kill('ingestion', 'chat')
    done(await call(owner, 'DELETE', `/api/w/knowledge-bases/${chat.id}`))
    const isAudit = (record: string) => record.startsWith('org.logs ')
    await gone('the chat', async () => (await traces(words)).filter((record) => !isAudit(record)))
    await gone('its conversations', () => traces(ids.slice(2)))
    // Beside the marks there are counters of the last minute.
    const isMark = (record: string) => /"deleted":true|"status":"deleted"|^redis \S+:calls-/.test(record)
    await gone('its ids', async () => (await traces(ids)).filter((record) => !isAudit(record) && !isMark(record)))
    assert.equal((await ask(owner, kept.chat.id, 'What is the secret?')).type, 'answer')
  })

  for (const [what, away, remove] of [
    [
      'one’s own account',
      ['org'],
      (person: Client) => call(person, 'DELETE', '/api/w/settings', { current_password: 'correct horse' }),
    ],
    ['a removed member', ['auth'], null],
  ] as const)
    test(`${what} leaves nothing of the person`, async () => {
      const owner = await signUp(product.url)
      await verify(product, owner)
      const person = await inviteAndJoin(product, owner, 2, `${word()}@example.com`)
      const name = word()
      done(await call(person, 'POST', '/api/w/settings', { name }))
      done(await call(person, 'POST', '/api/w/users', { email: `${word()}@example.com`, type_id: 1 }))
      await until('the log to tell', async () =>
        (await traces([person.email])).some((each) => each.startsWith('org.logs')),
      )
      const root = { ...owner }
      if (!remove) {
        await product.makeRoot(owner.email)
        await root.open('/login')
        done(await call(root, 'POST', '/api/login', { email: owner.email, password: owner.password }))
        await root.open('/')
      }
      await product.kill(...away)
      if (remove) done(await remove(person))
      else {
        type Users = { items: { id: string; email: string }[] }
        const { items } = done(await call<Users>(root, 'GET', '/api/w/users'))
        const { id } = items.find(({ email }) => email === person.email) ?? assert.fail('no such member')
        done(await call(root, 'DELETE', `/api/w/users/${id}`))
      }
      await gone(what, () => traces([person.email, name]))
      assert.equal((await person.send('GET', '/api/w/settings')).status, 401)
    })

  test('an organization leaves nothing but marks of its number', async () => {
    const owner = await signUp(product.url, word())
    await verify(product, owner)
    await makeEnterprise(product, owner)
    const { chat, words, ids } = await furnish(owner)
    const member = await inviteAndJoin(product, owner, 1, `${word()}@example.com`)
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#1f6f5c' } })
      .png()
      .toBuffer()
    const name = word()
    done(await call(owner, 'POST', '/api/w/organization', formOf({ name, image: ['a.png', png, 'image/png'] })))
    const image = formOf({ image: ['a.png', png, 'image/png'] })
    done(await call(owner, 'POST', `/api/w/knowledge-bases/${chat.id}`, image))
    const { organization } = done(
      await call<{ organization: { image_url: string } }>(owner, 'GET', '/api/w/organization'),
    )
    const pictures = [organization.image_url.split('/').at(-1) ?? '']
    const beside = await furnish(await signUp(product.url))

    await product.kill('auth', 'knowledge', 'ingestion', 'chat', 'billing')
    done(await call(owner, 'DELETE', '/api/w/organization', { name }))
    const left = [...words, ...ids.slice(0, 1), name, ...pictures, owner.email, member.email]
    await gone('the organization', () => traces(left))
    const number = chat.organization_id
    const isOfIt = (record: string) => new RegExp(`"orgId":${number}[,}]|"(_id|files_id)":"${number}[/"]`).test(record)
    // Plans are numbered too, and nobody's.
    const isMark = (record: string) => /^\w+\.(deletedorganizations|plans|plancopies) /.test(record)
    await gone('its number', async () => (await recordsOf(product)).filter((each) => isOfIt(each) && !isMark(each)))
    for (const who of [owner, member]) assert.equal((await who.send('GET', '/api/w/settings')).status, 401)
    assert.ok((await traces(beside.words)).length >= 5, 'another organization keeps what it has')
  })
})
