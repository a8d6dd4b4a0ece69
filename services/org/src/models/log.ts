import { limits } from '@lectern/contracts'
import { duplicateKey } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** Who did what, when. Its id is that of the event that tells of it, so that it is kept once. */
export type Log = { _id: string; orgId: number; user: string; body: string; at: Date }

const schema = new Schema<Log>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  user: { type: String, required: true },
  body: { type: String, required: true },
  at: { type: Date, required: true },
})
schema.index({ orgId: 1, at: -1 })

export type Logs = ReturnType<typeof logModel>

export function logModel(db: Connection) {
  const Logs = db.model<Log>('Log', schema, 'logs')
  return {
    async keep(orgId: number, log: Omit<Log, 'orgId'>): Promise<void> {
      try {
        await Logs.create({ ...log, orgId })
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
    },

    /** Newest first. */
    list(orgId: number, page: number): Promise<Log[]> {
      return Logs.find({ orgId })
        .sort({ at: -1, _id: -1 })
        .skip((page - 1) * limits.pageSize)
        .limit(limits.pageSize)
        .lean<Log[]>()
    },

    /** Null when there is none. */
    remove(orgId: number, id: string): Promise<Log | null> {
      return Logs.findOneAndDelete({ _id: id, orgId }).lean<Log>()
    },
  }
}
