import type { FastifyBaseLogger } from 'fastify'
import { type Model, Schema } from 'mongoose'
import type { Mail } from './compose-mail.ts'
import { isFinal, type Mailer } from './mailer.ts'

/** A mail kept in the document it is about until it is sent. What it says is composed when it is sent. */
export type MailEntry = { id: string; kind: string; at: Date; tries: number }

export type MailFields = { mails: MailEntry[]; mailsAt?: Date }

/** Spread into the mongoose schema of each document that mails are about. */
export const mailFields = {
  mails: {
    type: [new Schema({ id: String, kind: String, at: Date, tries: Number }, { _id: false })],
    default: [],
  },
  mailsAt: { type: Date, index: { sparse: true } },
}

/** An entry to push to `mails`; `mailsAt` is set to its time in the same write. */
export const mailEntry = (kind: string): MailEntry => ({ id: crypto.randomUUID(), kind, at: new Date(), tries: 0 })

/** An update that also has a mail sent. */
export const withMail = <U extends { $push: object; $set: object }>(update: U, entry: MailEntry) => ({
  ...update,
  $push: { ...update.$push, mails: entry },
  $set: { ...update.$set, mailsAt: entry.at },
})

/** The same for a document that is about to be inserted. */
export const mailedAtBirth = (entry: MailEntry): MailFields => ({ mails: [entry], mailsAt: entry.at })

export type MailOutbox = {
  /** Sends what waits, soon. */
  wake(): void
  close(): Promise<void>
}

type Mailed = MailFields & { _id: string }

const sweepEveryMs = 3000
const heldMs = 60_000
const batch = 20
const minute = 60_000
/** Between the tries of one mail; after the last it is given up. */
const pausesMs = [10_000, minute, 5 * minute, 30 * minute]

/**
 * Sends the mails of one collection: each is written with the state it tells of, is held by one process at a time, and
 * leaves its document when the mail server has it. A crash in between sends it again.
 * `compose` gives null for a mail that says nothing true any more.
 */
export function createMailOutbox<D extends Mailed>(options: {
  model: Model<D>
  mailer: Mailer
  log: FastifyBaseLogger
  compose: (document: D, entry: MailEntry) => Mail | null | Promise<Mail | null>
  pauses?: number[]
  everyMs?: number
}): MailOutbox {
  const { mailer, log, compose, pauses = pausesMs, everyMs = sweepEveryMs } = options
  // Its filters are of the fields above, which the document's own type does not show to mongoose.
  const model = options.model as unknown as Model<Mailed>
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  /** Null when another process was first. */
  const hold = ({ _id, mailsAt }: Mailed, until: Date) =>
    model
      .findOneAndUpdate({ _id, mailsAt }, { $set: { mailsAt: until } }, { returnDocument: 'after' })
      .lean<Mailed | null>()

  const forget = (_id: string, id: string) => model.updateOne({ _id }, { $pull: { mails: { id } } })

  /** When to try again, or null when it is done with. */
  const send = async (document: Mailed, entry: MailEntry): Promise<Date | null> => {
    const about = { mail: entry.id, kind: entry.kind, tries: entry.tries + 1 }
    try {
      const mail = await compose(document as D, entry)
      if (mail) await mailer.send(mail, entry.id)
    } catch (err) {
      const pause = isFinal(err) ? undefined : pauses[entry.tries]
      if (pause !== undefined) {
        log.warn({ err, ...about }, 'a mail waits to be sent')
        const at = new Date(Date.now() + pause)
        const filter = { _id: document._id, 'mails.id': entry.id }
        await model.updateOne(filter, { $set: { 'mails.$.at': at }, $inc: { 'mails.$.tries': 1 } })
        return at
      }
      log.error({ err, ...about }, 'a mail could not be sent and was given up')
    }
    await forget(document._id, entry.id)
    return null
  }

  const sendAll = async (found: Mailed) => {
    const until = new Date(Date.now() + heldMs)
    const document = await hold(found, until)
    if (!document) return
    let next: Date | null = null
    for (const entry of document.mails) {
      const at = entry.at > new Date() ? entry.at : await send(document, entry)
      if (at && (!next || at < next)) next = at
    }
    const { _id } = document
    // A mail that came meanwhile has set its own time, which stays.
    if (next) await model.updateOne({ _id, mailsAt: until }, { $set: { mailsAt: next } })
    else await model.updateOne({ _id, mails: { $size: 0 } }, { $unset: { mailsAt: 1 } })
  }

  const sweep = async () => {
    try {
      do {
        again = false
        const due = await model
          .find({ mailsAt: { $lte: new Date() } })
          .sort({ mailsAt: 1 })
          .limit(batch)
          .lean<Mailed[]>()
        for (const document of due) {
          if (closed) return
          await sendAll(document)
        }
      } while (again && !closed)
    } catch (err) {
      log.warn({ err }, 'mails could not be swept')
    }
  }

  const wake = () => {
    again = true
    running ??= sweep().finally(() => {
      running = null
    })
  }
  const timer = setInterval(wake, everyMs)

  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await running
      mailer.close()
    },
  }
}
