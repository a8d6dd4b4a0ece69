import type { Model } from 'mongoose'

type Task = { _id: string; orgId: number; status: string }

/** What waits to be done, or is being done. */
export const open = ['waiting', 'running'] as const

/** Of so many the order no longer counts, and counting them would take its time. */
const mostCounted = 1000

/**
 * The turn of a task that comes now: how many others of its organization are open. Taken by their turn, many tasks of one
 * organization keep nobody else waiting.
 */
export const turnOf = <T extends Task>(model: Model<T>, orgId: number, id: string): Promise<number> =>
  model.countDocuments({ orgId, status: { $in: open }, _id: { $ne: id } } as never, { limit: mostCounted })
