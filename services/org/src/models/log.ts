import { type ListQuery, limits } from '@lectern/contracts'
import { duplicateKey, folded, searching } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** Who did what, when. Its id is that of the event that tells of it, so that it is kept once. */
export type Log = { _id: string; orgId: number; user: string; body: string; folded: string; at: Date }

const schema = new Schema<Log>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  user: { type: String, required: true },
  body: { type: String, required: true },
  folded: String,
  at: { type: Date, required: true },
})
schema.index({ orgId: 1, at: -1 })

const orders = { newest: { at: -1, _id: -1 }, oldest: { at: 1, _id: 1 } } as const

/** Whose account is gone. */
export const deletedUser = 'Deleted user'

const foldedOf = ({ user, body }: Pick<Log, 'user' | 'body'>) => ({ folded: folded(`${user} ${body}`) })

export type Logs = ReturnType<typeof logModel>

export function logModel(db: Connection) {
  const Logs = db.model<Log>('Log', schema, 'logs')
  return {
    async keep(orgId: number, log: Omit<Log, 'orgId' | 'folded'>): Promise<void> {
      try {
        await Logs.create({ ...log, orgId, ...foldedOf(log) })
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
    },

    list(orgId: number, { page = 1, search, sort = 'newest' }: ListQuery<keyof typeof orders>): Promise<Log[]> {
      return Logs.find({ orgId, ...searching(search, 'folded') })
        .sort(orders[sort])
        .skip((page - 1) * limits.pageSize)
        .limit(limits.pageSize)
        .lean<Log[]>()
    },

    /** Takes a person's address out of what is logged: who it was, and what it says. */
    async forgetPerson(orgId: number, email: string): Promise<void> {
      const rows = Logs.find({ orgId, ...searching(email, 'folded') }).lean<Log[]>()
      for await (const { _id, user, body } of rows.cursor()) {
        const said = body.split(' ').map((word) => (word === email ? 'a deleted user' : word))
        const forgotten = { user: user === email ? deletedUser : user, body: said.join(' ') }
        await Logs.updateOne({ _id, orgId }, { $set: { ...forgotten, ...foldedOf(forgotten) } })
      }
    },

    /** Null when there is none. */
    remove(orgId: number, id: string): Promise<Log | null> {
      return Logs.findOneAndDelete({ _id: id, orgId }).lean<Log>()
    },
  }
}
