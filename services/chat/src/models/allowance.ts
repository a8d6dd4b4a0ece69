import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Aggregate, aggregateFields, duplicateKey, newTraceparent, outboxEntry, tell } from '@lectern/service'
import { LRUCache } from 'lru-cache'
import { type Connection, Schema } from 'mongoose'
import { gather } from '../gather.ts'
import type { Period } from '../period-of.ts'

/** What an organization has used in one period. `open` are the reservations of questions that are being answered. */
type Allowance = Aggregate & {
  used: number
  /** Of how many, as of the last question. */
  total: number
  resets: Date
  open: { id: string; conversationId: string; at: Date }[]
  /** Answers by day, 'YYYY-MM-DD' in UTC. */
  days: Record<string, number>
  lastAt: Date
  /** The marks that were told of, each with the total it is a part of. */
  told: string[]
}

const schema = new Schema<Allowance>(
  {
    _id: { type: String, required: true },
    ...aggregateFields,
    used: { type: Number, required: true },
    total: Number,
    resets: Date,
    open: [new Schema({ id: String, conversationId: String, at: Date }, { _id: false })],
    days: { type: Schema.Types.Mixed, default: {} },
    lastAt: Date,
    told: [String],
  },
  { minimize: false },
)
schema.index({ orgId: 1, lastAt: -1 })

/** How many an organization may use in the period that is now. */
export type Allowed = { total: number; period: Period }
/** It counts for the day and the period it was made in. */
export type Reservation = { id: string; at: Date; key: string }
export type Allowances = ReturnType<typeof allowanceModel>

/** In percent: the owner is told when so much is used. */
const marks = [80, 100]
const dayMs = 86_400_000
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const keyOf = (orgId: number, { key }: Period) => `${orgId}:${key}`

type Question = Allowed & { orgId: number; open: Allowance['open'][number] }

export function allowanceModel(db: Connection) {
  const Allowances = db.model<Allowance>('Allowance', schema)

  /** Takes one for each of these questions of one organization, or none. */
  async function takeAll(questions: Question[]): Promise<boolean> {
    const [{ orgId, total, period, open: first }] = questions as [Question]
    const count = questions.length
    if (total < count) return false
    const take = (upsert: boolean) =>
      Allowances.updateOne(
        { _id: keyOf(orgId, period), orgId, used: { $lte: total - count } },
        {
          $inc: { used: count },
          $push: { open: { $each: questions.map(({ open }) => open) } },
          $set: { total, resets: period.resets, lastAt: first.at },
        },
        { upsert },
      )
    try {
      await take(true)
      return true
    } catch (error) {
      // The period has begun: either too few are left, or another began it just now.
      if ((error as { code?: number }).code !== duplicateKey) throw error
      return (await take(false)).matchedCount === 1
    }
  }

  /** Where not all can be answered, each half is tried on its own, down to the single question. */
  async function take(questions: Question[]): Promise<boolean[]> {
    if (await takeAll(questions)) return questions.map(() => true)
    if (questions.length === 1) return [false]
    const half = Math.ceil(questions.length / 2)
    return [...(await take(questions.slice(0, half))), ...(await take(questions.slice(half)))]
  }

  async function spend(orgId: number, reservations: Reservation[]): Promise<void> {
    const [{ at, key }] = reservations as [Reservation]
    const ids = reservations.map(({ id }) => id)
    const spent = await Allowances.findOneAndUpdate(
      { _id: key, orgId, 'open.id': { $all: ids } },
      { $pull: { open: { id: { $in: ids } } }, $inc: { [`days.${dayOf(at)}`]: ids.length } },
      { returnDocument: 'after', projection: { days: 0, outbox: 0 } },
    ).lean<Allowance>()
    if (spent) await tellMarks(spent)
    // One of them was settled meanwhile: each for itself then.
    else if (ids.length > 1) for (const each of reservations) await spend(orgId, [each])
  }

  /** What is being answered may still be given back, so it does not count here. */
  async function tellMarks({ _id, used, open, total, resets, told }: Allowance): Promise<void> {
    for (const percent of marks) {
      const mark = `${percent} % of ${total}`
      if (total === 0 || 100 * (used - open.length) < percent * total || told?.includes(mark)) continue
      const cause = { id: _id, traceparent: newTraceparent() }
      const telling = tell(outboxEntry('quota.reached', cause, { percent, total, resets: timestampFromDate(resets) }))
      await Allowances.updateOne({ _id, told: { $ne: mark } }, { ...telling, $push: { ...telling.$push, told: mark } })
    }
  }

  /** Those of one organization who ask at once share a write; what is counted together has the same plan, period and day. */
  const together = <Item, Result>(work: (items: Item[]) => Promise<Result[]>) => {
    const queues = new LRUCache<string, (item: Item) => Promise<Result>>({ max: 1000 })
    return (key: string, item: Item) => {
      const queue = queues.get(key) ?? gather(work)
      queues.set(key, queue)
      return queue(item)
    }
  }
  const takings = together(take)
  const spendings = together(async (spent: { orgId: number; reservation: Reservation }[]) => {
    await spend(
      spent[0]?.orgId ?? 0,
      spent.map(({ reservation }) => reservation),
    )
    return spent
  })

  return {
    model: Allowances,

    /** Reserves one of `total`, or answers null when none is left. One write decides, however many ask at once. */
    async reserve(
      orgId: number,
      { total, period }: Allowed,
      id: string,
      conversationId: string,
    ): Promise<Reservation | null> {
      const at = new Date()
      const key = keyOf(orgId, period)
      const question = { orgId, total, period, open: { id, conversationId, at } }
      return (await takings(`${key} ${total} ${dayOf(at)}`, question)) ? { id, at, key } : null
    },

    /** The question was answered: the reservation is spent. */
    async keep(orgId: number, reservation: Reservation): Promise<void> {
      await spendings(`${reservation.key} ${dayOf(reservation.at)}`, { orgId, reservation })
    },

    /** The question was not answered: given back, once however often this is called. */
    async giveBack(orgId: number, { id, key }: Pick<Reservation, 'id' | 'key'>): Promise<void> {
      await Allowances.updateOne({ _id: key, orgId, 'open.id': id }, { $pull: { open: { id } }, $inc: { used: -1 } })
    },

    /** Reservations that a killed process left open. */
    async leftOpen(before: Date): Promise<{ orgId: number; conversationId: string; reservation: Reservation }[]> {
      const found = await Allowances.find({ 'open.at': { $lt: before } }).lean<Allowance[]>()
      return found.flatMap(({ _id: key, orgId, open }) =>
        open
          .filter(({ at }) => at < before)
          .map(({ id, at, conversationId }) => ({ orgId, conversationId, reservation: { id, at, key } })),
      )
    },

    async used(orgId: number, period: Period): Promise<number> {
      return (await Allowances.findById(keyOf(orgId, period), { used: 1 }).lean<Allowance>())?.used ?? 0
    },

    /** Answers of each of the last `days` days, oldest first. */
    async daily(orgId: number, days: number): Promise<{ dates: string[]; counts: number[] }> {
      const now = Date.now()
      const dates = Array.from({ length: days }, (_, i) => dayOf(new Date(now - (days - 1 - i) * dayMs)))
      const since = new Date(now - days * dayMs)
      const found = await Allowances.find({ orgId, lastAt: { $gte: since } }, { days: 1 }).lean<Allowance[]>()
      // A day on which a period ended has a part in two.
      return { dates, counts: dates.map((date) => found.reduce((sum, each) => sum + (each.days[date] ?? 0), 0)) }
    },
  }
}
