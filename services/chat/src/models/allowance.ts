import { duplicateKey } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

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

export function allowanceModel(db: Connection) {
  const Allowances = db.model<Allowance>('Allowance', schema)
  const key = (orgId: number, date: Date) => `${orgId}:${periodOf(date)}`

  return {
    model: Allowances,

    /** Reserves one of `total`, or answers null when none is left. One write decides, however many ask at once. */
    async reserve(orgId: number, total: number, id: string, conversationId: string): Promise<Reservation | null> {
      const at = new Date()
      const _id = key(orgId, at)
      const open = { id, conversationId, at }
      const take = async () =>
        (await Allowances.updateOne({ _id, orgId, used: { $lt: total } }, { $inc: { used: 1 }, $push: { open } }))
          .matchedCount === 1
      if (await take()) return { id, at }
      if (total < 1) return null
      try {
        await Allowances.create({ _id, orgId, used: 1, open: [open] })
        return { id, at }
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
        return (await take()) ? { id, at } : null
      }
    },

    /** The question was answered: the reservation is spent. */
    async keep(orgId: number, { id, at }: Reservation): Promise<void> {
      await Allowances.updateOne(
        { _id: key(orgId, at), orgId, 'open.id': id },
        { $pull: { open: { id } }, $inc: { [`days.${dayOf(at)}`]: 1 } },
      )
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
