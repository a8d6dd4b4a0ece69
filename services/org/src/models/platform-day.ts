import type { AdminDay, AdminNumbers } from '@lectern/contracts'
import { type Connection, Schema } from 'mongoose'

/** What the platform counted on a day; the id is the day, e.g. `2026-11-21`, UTC. */
type PlatformDay = AdminNumbers & { _id: string }

const schema = new Schema<PlatformDay>({
  _id: { type: String, required: true },
  organizations: Number,
  users: Number,
  kbs: Number,
  chats: Number,
  kbfiles: Number,
})

export type PlatformDays = ReturnType<typeof platformDayModel>

export function platformDayModel(db: Connection) {
  const Days = db.model<PlatformDay>('PlatformDay', schema)
  return {
    /** The last count of a day stays. */
    async keep(day: Date, numbers: AdminNumbers): Promise<void> {
      await Days.updateOne({ _id: day.toISOString().slice(0, 10) }, { $set: numbers }, { upsert: true })
    },

    /** The newest days, the oldest of them first. A day on which nothing ran is not among them. */
    async newest(days: number): Promise<AdminDay[]> {
      const found = await Days.find({}, { __v: 0 }).sort({ _id: -1 }).limit(days).lean<PlatformDay[]>()
      return found.reverse().map(({ _id: date, ...numbers }) => ({ date, ...numbers }))
    },
  }
}
