import { type MailEntry, type MailFields, mailFields } from '@lectern/mail'
import { type Actor, type Aggregate, aggregateFields, duplicateKey, type OutboxEntry, once } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'
import type { PaidSubscription } from '../provider.ts'

/** A checkout that was begun. Its key makes Stripe open one session however often it is asked for; the rest is what was asked. */
export type Checkout = {
  key: string
  planId: number
  priceId: string
  expiresAt: Date
  /** Null until Stripe's answer is kept: nobody has seen the page of such a session. */
  session: { id: string; url: string } | null
}

/** What other services were last told. */
export type Told = { planId: number; enterprise: boolean; periodStart: Date | null; periodEnd: Date | null }

/** An organization as somebody who pays, or was given something by hand. Its `_id` is the organization's number as text. */
export type Subscriber = Aggregate &
  MailFields & {
    /** Counts each write, so that what was decided by an older state is decided anew. */
    revision: number
    customer: { key: string; email: string; id: string | null } | null
    /** The one that counts, as Stripe last told; null where there never was one or it has ended. */
    subscription: (PaidSubscription & { failedSince: Date | null }) | null
    checkout: Checkout | null
    given: { planId: number | null; enterprise: boolean } | null
    /** Who last went to a page of Stripe: what changes next is their doing. */
    asked: Actor | null
    told: Told | null
    quota: { total: number; resets: Date } | null
    seen: string[]
    changedAt: Date
    refreshedAt: Date | null
    /** When Stripe is to be asked again, whether or not it tells of anything. */
    checkAt: Date | null
  }

const loose = { type: Schema.Types.Mixed, default: null }
const schema = new Schema<Subscriber>(
  {
    _id: { type: String, required: true },
    ...aggregateFields,
    ...mailFields,
    revision: { type: Number, default: 0 },
    customer: loose,
    subscription: loose,
    checkout: loose,
    given: loose,
    asked: loose,
    told: loose,
    quota: loose,
    seen: { type: [String], default: [] },
    changedAt: { type: Date, required: true },
    refreshedAt: { type: Date, default: null },
    checkAt: { type: Date, default: null, index: true },
  },
  { minimize: false },
)
schema.index({ 'customer.id': 1 })
schema.index({ changedAt: -1 })

export type Changes = Partial<
  Pick<
    Subscriber,
    'customer' | 'subscription' | 'checkout' | 'given' | 'asked' | 'told' | 'changedAt' | 'refreshedAt' | 'checkAt'
  >
>

/** Shown to root users: who has anything that others do not. */
const notable = { $or: [{ subscription: { $ne: null } }, { given: { $ne: null } }] }

export type Subscribers = ReturnType<typeof subscriberModel>

export function subscriberModel(db: Connection) {
  const Subscribers = db.model<Subscriber>('Subscriber', schema, 'subscribers')
  const find = (orgId: number) =>
    Subscribers.findOne({ _id: String(orgId), orgId })
      .lean<Subscriber>()
      .exec()

  return {
    model: Subscribers,
    find,

    /** Begins one where there is none. */
    async open(orgId: number): Promise<Subscriber> {
      const found = await find(orgId)
      if (found) return found
      try {
        await Subscribers.create({ _id: String(orgId), orgId, changedAt: new Date() })
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
      const begun = await find(orgId)
      if (!begun) throw new Error(`subscriber ${orgId} was removed meanwhile`)
      return begun
    },

    /** Writes what was decided by a state, with its event and mails. False when that state is not the newest any more. */
    async write(
      { _id, orgId, revision }: Subscriber,
      changes: Changes,
      entry: OutboxEntry | null = null,
      mails: MailEntry[] = [],
    ): Promise<boolean> {
      const written = await Subscribers.updateOne(
        { _id, orgId, revision },
        {
          $inc: { revision: 1, ...(entry && { version: 1 }) },
          $set: { ...changes, ...(entry && { outboxAt: entry.time }), ...(mails[0] && { mailsAt: mails[0].at }) },
          ...((entry || mails.length > 0) && {
            $push: { ...(entry && { outbox: entry }), ...(mails.length > 0 && { mails: { $each: mails } }) },
          }),
        },
      )
      return written.matchedCount === 1
    },

    findByCustomer: (customerId: string): Promise<Subscriber | null> =>
      Subscribers.findOne({ 'customer.id': customerId }).lean<Subscriber>().exec(),

    /** Has a mail sent of how much is used, once for each event. */
    async mailQuota(orgId: number, eventId: string, quota: Subscriber['quota'], mail: MailEntry): Promise<void> {
      const { filter, push } = once(eventId)
      const update = { $set: { quota, mailsAt: mail.at }, $push: { mails: mail, ...push } }
      await Subscribers.updateOne({ _id: String(orgId), orgId, ...filter }, update)
    },

    due: (now: Date, count: number): Promise<Subscriber[]> =>
      Subscribers.find({ checkAt: { $lte: now } })
        .sort({ checkAt: 1 })
        .limit(count)
        .lean<Subscriber[]>()
        .exec(),

    postpone: (orgId: number, checkAt: Date) =>
      Subscribers.updateOne({ _id: String(orgId), orgId }, { $set: { checkAt } }),

    /** Of all organizations, for root users; newest change first. */
    list: (page: number, size: number): Promise<Subscriber[]> =>
      Subscribers.find(notable)
        .sort({ changedAt: -1, _id: 1 })
        .skip((page - 1) * size)
        .limit(size)
        .lean<Subscriber[]>()
        .exec(),

    /** How many organizations pay for each plan. */
    async countPaying(): Promise<{ planId: number; count: number }[]> {
      const counted = await Subscribers.aggregate<{ _id: number; count: number }>([
        { $match: { 'subscription.status': { $in: ['active', 'past_due'] } } },
        { $group: { _id: '$subscription.planId', count: { $sum: 1 } } },
      ])
      return counted.map(({ _id: planId, count }) => ({ planId, count }))
    },
  }
}
