import { duplicateKey } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** How much was used of something that has so many a day; only the newest day is kept. */
type DailyCount = { _id: string; orgId: number; day: string; count: number }

const schema = new Schema<DailyCount>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  day: { type: String, required: true },
  count: { type: Number, required: true },
})

export type DailyCounts = ReturnType<typeof dailyCountModel>

const today = () => new Date().toISOString().slice(0, 10)

/** Seconds until the next day (UTC) begins. */
export const secondsToNextDay = (now = Date.now()): number => Math.ceil((86_400_000 - (now % 86_400_000)) / 1000)

export function dailyCountModel(db: Connection) {
  const Counts = db.model<DailyCount>('DailyCount', schema)

  return {
    /** Takes one of `most` a day; the day it counts for, or null where none is left. One write decides, however many ask at once. */
    async take(orgId: number, _id: string, most: number): Promise<string | null> {
      const day = today()
      const more = await Counts.updateOne({ _id, orgId, day, count: { $lt: most } }, { $inc: { count: 1 } })
      if (more.matchedCount === 1) return day
      const first = await Counts.updateOne({ _id, orgId, day: { $lt: day } }, { $set: { day, count: 1 } })
      if (first.matchedCount === 1) return day
      try {
        await Counts.create({ _id, orgId, day, count: 1 })
        return day
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
      // Another was first, with the day or with all of it.
      const again = await Counts.updateOne({ _id, orgId, day, count: { $lt: most } }, { $inc: { count: 1 } })
      return again.matchedCount === 1 ? day : null
    },

    /** Gives back what was taken for nothing. */
    async giveBack(orgId: number, _id: string, day: string): Promise<void> {
      await Counts.updateOne({ _id, orgId, day, count: { $gt: 0 } }, { $inc: { count: -1 } })
    },

    forgetChat: (orgId: number, kbId: string) => Counts.deleteMany({ orgId, _id: new RegExp(`^\\w+ ${kbId}$`) }),
  }
}
