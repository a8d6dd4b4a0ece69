import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { startMailbox, testSpace, until } from '@lectern/testing'
import mongoose, { Schema } from 'mongoose'
import {
  composeMail,
  createMailer,
  createMailOutbox,
  type MailFields,
  mailEntry,
  mailedAtBirth,
  mailFields,
  withMail,
} from '../src/index.ts'

type Note = MailFields & { _id: string; to: string; obsolete: boolean }

const space = testSpace()
const mailbox = await startMailbox()
const db = mongoose.createConnection(space.config.MONGODB_URL, {
  dbName: `${space.namespace.replaceAll('-', '_')}_auth`,
})
const Notes = db.model<Note>(
  'Note',
  new Schema<Note>({ _id: { type: String, required: true }, to: String, obsolete: Boolean, ...mailFields }),
)
const lines: { text: string; about: object }[] = []
const keep = (about: object, text: string) => lines.push({ text, about })
const log = { info() {}, debug() {}, trace() {}, fatal() {}, warn: keep, error: keep } as never

const start = (pauses: number[] = [20, 20], url: string | undefined = mailbox.url) =>
  createMailOutbox<Note>({
    model: Notes,
    mailer: createMailer({ SMTP_URL: url, MAIL_FROM: 'Lectern <hello@lectern.example>' }, log),
    log,
    compose: ({ to, obsolete }, { kind }) =>
      obsolete ? null : composeMail({ to, subject: kind, paragraphs: [`A mail of kind ${kind}`], footer: 'The end.' }),
    pauses,
    everyMs: 20,
  })
const note = (fields: Partial<Note> = {}) => ({
  _id: crypto.randomUUID(),
  to: `${crypto.randomUUID()}@example.com`,
  obsolete: false,
  ...mailedAtBirth(mailEntry('first')),
  ...fields,
})
const isDone = (id: string) => async () => {
  const found = await Notes.findById(id).lean<Note>()
  return found?.mails.length === 0 && found.mailsAt === undefined
}
const mailsTo = (to: string) => mailbox.received.filter((each) => each.to === to)

beforeEach(() => {
  mailbox.state.mode = 'ok'
  lines.length = 0
})
after(async () => {
  await Promise.all([db.close(), mailbox.close()])
  await space.remove()
})

describe('a mail', () => {
  test('has the same words as text and as HTML, and nothing in it becomes markup', () => {
    const { text, html } = composeMail({
      to: 'ada@example.com',
      subject: '<b>',
      paragraphs: ['Tom & <script>'],
      code: 'AB2C3',
      action: { label: 'Open', url: 'https://example.com/?a=1&b="2"' },
      footer: 'Not you?',
    })
    for (const words of ['Tom & <script>', 'AB2C3', 'Open: https://example.com/?a=1&b="2"', 'Not you?'])
      assert.ok(text.includes(words), words)
    for (const words of ['Tom &amp; &lt;script&gt;', 'AB2C3', 'href="https://example.com/?a=1&amp;b=&quot;2&quot;"'])
      assert.ok(html.includes(words), words)
    assert.ok(!html.includes('<script>'))
  })

  test('that is written with a document is sent once', async () => {
    const outbox = start()
    const written = note()
    await Notes.create(written)
    const mail = await mailbox.mailTo(written.to)
    await until('the mail to be done', isDone(written._id))
    await Notes.updateOne({ _id: written._id }, withMail({ $push: {}, $set: { obsolete: false } }, mailEntry('second')))
    await mailbox.mailTo(written.to, 2)
    await until('the mail to be done', isDone(written._id))
    await outbox.close()
    assert.equal(mail.subject, 'first')
    assert.equal(mail.from?.address, 'hello@lectern.example')
    assert.match(mail.text ?? '', /A mail of kind first/)
    assert.match(mail.html ?? '', /A mail of kind first/)
    assert.deepEqual(
      mailsTo(written.to).map(({ mail }) => mail.subject),
      ['first', 'second'],
    )
  })

  test('is sent by one of many processes', async () => {
    const outboxes = [start(), start(), start()]
    const written = Array.from({ length: 10 }, () => note())
    await Notes.create(written)
    for (const { _id } of written) await until('the mail to be done', isDone(_id))
    await Promise.all(outboxes.map((outbox) => outbox.close()))
    for (const { to } of written) assert.equal(mailsTo(to).length, 1)
  })

  test('waits while the server is busy, and is sent when it is not', async () => {
    mailbox.state.mode = 'busy'
    mailbox.state.refused = 0
    const outbox = start([20, 20, 20_000])
    const written = note()
    await Notes.create(written)
    await until('the third try to be planned', async () => {
      const found = await Notes.findById(written._id).lean<Note>()
      return found?.mails[0]?.tries === 3
    })
    mailbox.state.mode = 'ok'
    // As if the time were up.
    await Notes.updateOne({ _id: written._id }, { $set: { mailsAt: new Date(), 'mails.0.at': new Date() } })
    await mailbox.mailTo(written.to)
    await until('the mail to be done', isDone(written._id))
    await outbox.close()
    assert.equal(mailsTo(written.to).length, 1)
  })

  test('is given up after the last try, with a line in the log that does not tell what was in it', async () => {
    mailbox.state.mode = 'busy'
    const outbox = start([20])
    const written = note()
    await Notes.create(written)
    await until('the mail to be given up', isDone(written._id))
    await outbox.close()
    assert.ok(lines.some(({ text }) => text.includes('given up')))
    assert.ok(!JSON.stringify(lines).includes('A mail of kind'))
  })

  test('that is refused for good is not tried again', async () => {
    mailbox.state.mode = 'refuses'
    mailbox.state.refused = 0
    const outbox = start()
    const written = note()
    await Notes.create(written)
    await until('the mail to be given up', isDone(written._id))
    await outbox.close()
    assert.equal(mailbox.state.refused, 1)
  })

  test('that is true no more is not sent', async () => {
    const outbox = start()
    const written = note({ obsolete: true })
    await Notes.create(written)
    await until('the mail to be done', isDone(written._id))
    await outbox.close()
    assert.equal(mailsTo(written.to).length, 0)
  })

  test('is warned of, and not kept for ever, where there is no server', async () => {
    const outbox = start([], '')
    const written = note()
    await Notes.create(written)
    await until('the mail to be done', isDone(written._id))
    await outbox.close()
    assert.ok(lines.some(({ text }) => text.includes('SMTP_URL is not set')))
    assert.ok(!JSON.stringify(lines).includes(written.to))
  })
})
