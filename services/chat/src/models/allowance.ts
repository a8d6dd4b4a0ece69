import { duplicateKey } from '@lectern/service'
import { LRUCache } from 'lru-cache'
import { type Connection, Schema } from 'mongoose'
import { gather } from '../gather.ts'

/** What an organization has used in one period. `open` are the reservations of questions that are being answered. */
type Allowance = {
  _id: string
  orgId: number
  used: number
  open: { id: string; conversationId: string; at: Date }[]
  /** Answers by day, 'YYYY-MM-DD' in UTC. */
  days: Record<string, number>
}

const schema = new Schema<Allowance>(
  {
    _id: { type: String, required: true },
    orgId: { type: Number, required: true },
    used: { type: Number, required: true },
    open: [new Schema({ id: String, conversationId: String, at: Date }, { _id: false })],
    days: { type: Schema.Types.Mixed, default: {} },
  },
  { minimize: false },
)

/** It counts for the day and the period it was made in. */
export type Reservation = { id: string; at: Date }
export type Allowances = ReturnType<typeof allowanceModel>

/** On the free plan a period is a calendar month (UTC). */
const periodOf = (date: Date) => date.toISOString().slice(0, 7)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Seconds until the next period starts. */
export const secondsToNextPeriod = (now: Date) =>
  Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000)

type Question = { orgId: number; total: number; open: Allowance['open'][number] }

export function allowanceModel(db: Connection) {
  const Allowances = db.model<Allowance>('Allowance', schema)
  const key = (orgId: number, date: Date) => `${orgId}:${periodOf(date)}`

  /** Takes one for each of these questions of one organization, or none. */
  async function takeAll(questions: Question[]): Promise<boolean> {
    const [{ orgId, total, open: first }] = questions as [Question]
    const count = questions.length
    if (total < count) return false
    const take = (upsert: boolean) =>
      Allowances.updateOne(
        { _id: key(orgId, first.at), orgId, used: { $lte: total - count } },
        { $inc: { used: count }, $push: { open: { $each: questions.map(({ open }) => open) } } },
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
    const [{ at }] = reservations as [Reservation]
    const ids = reservations.map(({ id }) => id)
    const { matchedCount } = await Allowances.updateOne(
      { _id: key(orgId, at), orgId, 'open.id': { $all: ids } },
      { $pull: { open: { id: { $in: ids } } }, $inc: { [`days.${dayOf(at)}`]: ids.length } },
    )
    // One of them was settled meanwhile: each for itself then.
    if (matchedCount === 0 && ids.length > 1) for (const each of reservations) await spend(orgId, [each])
  }

  /** Those of one organization who ask at once share a write; what is counted together has the same plan and day. */
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
    async reserve(orgId: number, total: number, id: string, conversationId: string): Promise<Reservation | null> {
      const at = new Date()
      const open = { id, conversationId, at }
      return (await takings(`${orgId} ${total} ${dayOf(at)}`, { orgId, total, open })) ? { id, at } : null
    },

    /** The question was answered: the reservation is spent. */
    async keep(orgId: number, reservation: Reservation): Promise<void> {
      await spendings(`${orgId} ${dayOf(reservation.at)}`, { orgId, reservation })
    },

    /** The question was not answered: given back, once however often this is called. */
    async giveBack(orgId: number, { id, at }: Reservation): Promise<void> {
      await Allowances.updateOne(
        { _id: key(orgId, at), orgId, 'open.id': id },
        { $pull: { open: { id } }, $inc: { used: -1 } },
      )
    },

    /** Reservations that a killed process left open. */
    async leftOpen(before: Date): Promise<{ orgId: number; conversationId: string; reservation: Reservation }[]> {
      const found = await Allowances.find({ 'open.at': { $lt: before } }).lean<Allowance[]>()
      return found.flatMap(({ orgId, open }) =>
        open
          .filter(({ at }) => at < before)
          .map(({ id, at, conversationId }) => ({ orgId, conversationId, reservation: { id, at } })),
      )
    },

    async used(orgId: number): Promise<number> {
      return (await Allowances.findById(key(orgId, new Date())).lean<Allowance>())?.used ?? 0
    },

    /** Answers of each of the last `days` days, oldest first. */
    async daily(orgId: number, days: number): Promise<{ dates: string[]; counts: number[] }> {
      const now = Date.now()
      const times = Array.from({ length: days }, (_, i) => new Date(now - (days - 1 - i) * 86_400_000))
      const periods = [...new Set(times.map((time) => key(orgId, time)))]
      const found = await Allowances.find({ _id: { $in: periods }, orgId }).lean<Allowance[]>()
      const counted = Object.assign({}, ...found.map((each) => each.days)) as Record<string, number>
      const dates = times.map(dayOf)
      return { dates, counts: dates.map((date) => counted[date] ?? 0) }
    },
  }
}
