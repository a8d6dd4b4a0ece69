import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import type { Answer, ContactMessage } from '@lectern/contracts'
import { asIdentity, startMailbox, testUser, until } from '@lectern/testing'
import { startSite } from '@lectern/testing/site'
import { SignJWT } from 'jose'
import { startChatSpace, visitorOf } from './chat-space.ts'

const stops: (() => unknown)[] = []
const hook = await startSite({ after: (stop) => stops.push(stop) }, {})
const mailbox = await startMailbox()
const space = await startChatSpace({
  documents: true,
  claude: {},
  settings: { SMTP_URL: mailbox.url, WEB_ALLOWED_HOSTS: `127.0.0.1:${hook.port}` },
})
after(async () => {
  await space.close()
  await mailbox.close()
  for (const stop of stops) stop()
})

type Chat = Awaited<ReturnType<typeof space.addChat>>
type Settings = Parameters<typeof space.addChat>[0]

const prompt = 'Are dogs welcome in the garden?'
const owner = testUser()
await space.outside.send(
  'user.registered',
  { orgId: 1, aggregateId: 'user-1' },
  { userId: 'user-1', email: 'owner@example.com', founder: true },
)
await space.outside.send('organization.changed', { orgId: 1, aggregateId: '1' }, { name: 'Harbor', ownerId: 'user-1' })

async function chatWith(settings: Settings = {}): Promise<Chat> {
  const chat = await space.addChat(settings)
  await space.addDocument(chat, 'rules.txt', 'Dogs are welcome in the garden.')
  return chat
}

async function post(path: string, body: object, identity: Parameters<typeof asIdentity>[0] | null) {
  const answer = await fetch(`${space.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(identity ? await asIdentity(identity, 'chat') : {}) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as { message: string; code?: string; secret?: string } }
}

async function asked(chat: Chat, more: object = {}): Promise<Answer> {
  const { status, body } = await space.ask({ prompt, kb_id: chat.unqid, ...more }, visitorOf(chat))
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const transcriptOf = async (id: string) => (await space.call('GET', `/api/w/transcripts/${id}`)).body

const chat = await chatWith()

describe('a thumb for an answer', () => {
  const give = (answer: Answer, thumb: string, comment = '', as: Parameters<typeof post>[2] = visitorOf(chat)) =>
    post(
      '/api/w/messages/feedback',
      { transcript_id: answer.data.transcript_id, message_id: answer.id, thumb, comment },
      as,
    )

  test('stands in the transcript, with its word; a second one takes the place of the first', async () => {
    const answer = await asked(chat)
    assert.equal((await give(answer, 'up')).status, 200)
    assert.equal((await give(answer, 'down', ' Too short ')).status, 200)
    assert.equal((await give(answer, 'down', 'Too short')).status, 200)
    const { transcript, chats } = await transcriptOf(answer.data.transcript_id)
    assert.deepEqual([transcript.thumbs_up, transcript.thumbs_down], [0, 1])
    assert.deepEqual(
      chats.map(({ feedback }: { feedback: object | null }) => feedback),
      [null, { thumb: 'down', comment: 'Too short' }],
    )
  })

  test('counts once each, however many come at once', async () => {
    const answer = await asked(chat)
    await Promise.all(['up', 'down', 'up', 'down', 'up'].map((thumb) => give(answer, thumb)))
    const { transcript } = await transcriptOf(answer.data.transcript_id)
    assert.equal(transcript.thumbs_up + transcript.thumbs_down, 1)
  })

  test('is taken from nobody who was not given the answer', async () => {
    const answer = await asked(chat)
    const other = await chatWith()
    const foreign = await chatWith({ orgId: 2 })
    assert.equal((await give(answer, 'up', '', visitorOf(other))).status, 404)
    assert.equal((await give(answer, 'up', '', visitorOf(foreign))).status, 404)
    assert.equal((await give({ ...answer, id: 'made-up' }, 'up')).status, 404)
    assert.equal((await give({ ...answer, id: answer.data.user_message_id }, 'up')).status, 404)
    assert.equal((await give(answer, 'sideways')).status, 422)
    assert.equal((await give(answer, 'up', '', null)).status, 401)
    const { transcript } = await transcriptOf(answer.data.transcript_id)
    assert.equal(transcript.thumbs_up, 0)
  })
})

describe('a visitor whom the organization’s own site names', () => {
  const secretOf = async () => (await space.call('GET', '/api/w/signing-secret', owner)).body.secret as string
  const tokenOf = (secret: string, claims: object = { name: 'Grace Hopper', email: 'grace@example.com' }) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('customer-7')
      .setExpirationTime('5m')
      .sign(Buffer.from(secret))

  test('is shown by name in the transcript', async () => {
    const answer = await asked(chat, { visitor: await tokenOf(await secretOf()) })
    const { transcript } = await transcriptOf(answer.data.transcript_id)
    assert.deepEqual(transcript.visitor, { id: 'customer-7', name: 'Grace Hopper', email: 'grace@example.com' })
  })

  test('is nobody by a token that does not hold, and answered all the same', async () => {
    const secret = await secretOf()
    const header = { alg: 'HS256' }
    const old = await new SignJWT({})
      .setProtectedHeader(header)
      .setSubject('x')
      .setExpirationTime('-1h')
      .sign(Buffer.from(secret))
    const endless = await new SignJWT({}).setProtectedHeader(header).setSubject('x').sign(Buffer.from(secret))
    for (const visitor of [await tokenOf('another secret of the right length'), old, endless, 'nonsense']) {
      const answer = await asked(chat, { visitor })
      assert.equal((await transcriptOf(answer.data.transcript_id)).transcript.visitor, null)
    }
  })

  test('is nobody any more once the secret is another', async () => {
    const before = await secretOf()
    const rotated = await post('/api/w/signing-secret', {}, owner)
    assert.equal(rotated.status, 200)
    assert.notEqual(rotated.body.secret, before)
    assert.equal(await secretOf(), rotated.body.secret)
    const answer = await asked(chat, { visitor: await tokenOf(before) })
    assert.equal((await transcriptOf(answer.data.transcript_id)).transcript.visitor, null)
  })

  test('only admins see the secret, and each organization has its own', async () => {
    assert.equal((await space.call('GET', '/api/w/signing-secret', testUser({ typeId: 1 }))).status, 403)
    assert.equal((await space.call('GET', '/api/w/signing-secret', null)).status, 401)
    const other = await space.call('GET', '/api/w/signing-secret', testUser({ orgId: 2 }))
    assert.notEqual(other.body.secret, await secretOf())
  })
})

describe('the day’s cap of a chat', () => {
  test('bounds its visitors to the very number, and nobody else; its owner is told once', async () => {
    const capped = await chatWith({ dailyCap: 3 })
    const ask = () => space.ask({ prompt, kb_id: capped.unqid }, visitorOf(capped))
    const answers = await Promise.all(Array.from({ length: 12 }, ask))
    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    const refused = answers.find(({ status }) => status === 429) ?? assert.fail('nobody was refused')
    assert.deepEqual([refused.body.type, refused.body.code], ['limit', 'daily_cap_reached'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await space.ask({ prompt, kb_id: capped.id }, owner)).status, 200)
    const mail = await mailbox.mailTo('owner@example.com')
    assert.match(mail.subject ?? '', /has given all answers of today/)
    await ask()
    assert.equal(mailbox.received.filter((each) => /all answers of today/.test(each.mail.subject ?? '')).length, 1)
  })

  test('takes nothing for an answer that failed', async () => {
    const capped = await chatWith({ orgId: 3, dailyCap: 1 })
    await space.outside.send('plan.changed', { orgId: 0, aggregateId: '33' }, { name: 'None', chatsPerMonth: 0 })
    await space.outside.send('organization.changed', { orgId: 3, aggregateId: '3' }, { name: 'Three', planId: 33 })
    await until('the plan to be known', async () => (await space.allowance(3)).total === 0)
    const ask = async () => (await space.ask({ prompt, kb_id: capped.unqid }, visitorOf(capped))).body.code
    assert.equal(await ask(), 'quota_used_up')
    assert.equal(await ask(), 'quota_used_up')
  })
})

describe('when the model is away', () => {
  test('visitors get the exact passages, and the owner one mail', async () => {
    const claude = space.claude ?? assert.fail('no stand-in')
    claude.behaviour.mode = 'fails'
    try {
      const { data, type } = await asked(chat)
      assert.equal(type, 'answer')
      assert.match(data.answer, /Dogs are welcome/)
      await asked(chat)
    } finally {
      claude.behaviour.mode = 'answer'
    }
    const told = () => mailbox.received.filter(({ mail }) => /language model/.test(mail.subject ?? ''))
    await until('the owner to be told', () => told().length > 0)
    assert.equal(told().length, 1)
  })
})

describe('a message to a person', () => {
  const given = { name: 'Grace Hopper', email: 'grace@example.com', message: 'Can I bring a school class?' }
  const listed = async (orgId = 1): Promise<ContactMessage[]> =>
    (await space.call('GET', '/api/w/contact-messages', testUser({ orgId }))).body.messages

  test('goes to the owner by mail, with the conversation, and answers go to the visitor', async () => {
    const answer = await asked(chat)
    const ids = { transcript_id: answer.data.transcript_id, message_id: answer.id }
    const sent = await post('/api/w/messages/contact', { kb_id: chat.unqid, ...given, ...ids }, visitorOf(chat))
    assert.deepEqual(sent, { status: 200, body: { message: 'Your message is on its way.' } })
    const mail = await until('the mail', () =>
      mailbox.received.find((each) => each.mail.subject === 'Grace Hopper wrote to Handbook'),
    )
    assert.equal(mail.to, 'owner@example.com')
    assert.equal(mail.mail.replyTo?.[0]?.address, given.email)
    for (const words of [given.message, prompt, 'Chat: ']) assert.ok(mail.mail.text?.includes(words), words)
    const [message] = await listed()
    assert.equal(message?.message, given.message)
    assert.equal(message?.transcript_id, answer.data.transcript_id)
    assert.deepEqual(await listed(2), [])
  })

  test('takes no conversation along that its sender was not part of', async () => {
    const answer = await asked(chat)
    const ids = { transcript_id: answer.data.transcript_id, message_id: 'made-up' }
    await post('/api/w/messages/contact', { kb_id: chat.unqid, ...given, ...ids }, visitorOf(chat))
    assert.equal((await listed())[0]?.transcript_id, null)
  })

  test('goes to the address and the webhook that the chat names, signed, and again until it arrives', async () => {
    let tries = 0
    const bodies: { body: string; signature: string }[] = []
    hook.replies['/hook'] = (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        bodies.push({ body: Buffer.concat(parts).toString(), signature: String(request.headers['lectern-signature']) })
        response.writeHead(tries++ === 0 ? 500 : 204).end()
      })
    }
    const desk = await chatWith({ contactEmail: 'desk@example.com', contactUrl: `http://127.0.0.1:${hook.port}/hook` })
    const answer = await asked(desk)
    const ids = { transcript_id: answer.data.transcript_id, message_id: answer.id }
    await post('/api/w/messages/contact', { kb_id: desk.unqid, ...given, ...ids }, visitorOf(desk))
    await mailbox.mailTo('desk@example.com')
    await until('the second try', async () => (await listed())[0]?.webhook === 'delivered', 30_000)
    assert.equal(bodies.length, 2)
    const { body, signature } = bodies[1] ?? assert.fail()
    const [, t, v1] = signature.match(/^t=(\d+),v1=([0-9a-f]{64})$/) ?? assert.fail(signature)
    const { secret } = (await space.call('GET', '/api/w/signing-secret', owner)).body
    assert.equal(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'), v1)
    const told = JSON.parse(body)
    assert.deepEqual([told.type, told.message, told.visitor.email], ['message', given.message, given.email])
    assert.deepEqual(
      told.conversation.map(({ role }: { role: string }) => role),
      ['user', 'assistant'],
    )
    assert.equal(JSON.parse(bodies[0]?.body ?? '').id, told.id)
  })

  test('is sent to no address of a private network', async () => {
    const desk = await chatWith({ contactUrl: 'http://169.254.169.254/latest/meta-data' })
    await post('/api/w/messages/contact', { kb_id: desk.unqid, ...given }, visitorOf(desk))
    await until('it to fail', async () => (await listed())[0]?.webhook === 'failed')
  })

  test('is refused where the chat does not offer it, and where it is none', async () => {
    const closed = await chatWith({ noContactForm: true })
    const send = (body: object, of = chat) =>
      post('/api/w/messages/contact', { kb_id: of.unqid, ...given, ...body }, visitorOf(of))
    assert.deepEqual([(await send({}, closed)).body.code, (await send({ email: 'no' })).status], ['contact_off', 422])
    assert.equal((await send({ message: ' ' })).status, 422)
    assert.equal((await send({ kb_id: closed.unqid })).status, 404)
  })

  test('can be deleted by its owner alone, and goes with its chat', async () => {
    const [first] = await listed()
    assert.equal(
      (await space.call('DELETE', `/api/w/contact-messages/${first?.id}`, testUser({ orgId: 2 }))).status,
      404,
    )
    assert.equal((await space.call('DELETE', `/api/w/contact-messages/${first?.id}`)).status, 200)
    assert.ok((await listed()).every(({ id }) => id !== first?.id))
    const gone = await chatWith()
    await post('/api/w/messages/contact', { kb_id: gone.unqid, ...given }, visitorOf(gone))
    await space.outside.send('kb.deleted', { orgId: 1, aggregateId: gone.id, version: 99 }, {})
    await until('its messages to be gone', async () => (await listed()).every(({ kb }) => kb.id !== gone.id))
  })
})
