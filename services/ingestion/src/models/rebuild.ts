import { duplicateKey } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** An index that is being filled from the one before; `_id` is its name. */
export type Rebuild = { _id: string; status: 'waiting' | 'done'; leaseBy: string; leaseUntil: Date }

const schema = new Schema<Rebuild>({
  _id: { type: String, required: true },
  status: { type: String, required: true },
  leaseBy: { type: String, default: '' },
  leaseUntil: { type: Date, required: true },
})

export type Rebuilds = ReturnType<typeof rebuildModel>

export function rebuildModel(db: Connection) {
  const Rebuilds = db.model<Rebuild>('Rebuild', schema)
  const until = (leaseMs: number) => new Date(Date.now() + leaseMs)

  return {
    /** An index that served before may be filled again. */
    async request(name: string): Promise<void> {
      try {
        await Rebuilds.updateOne(
          { _id: name },
          { $set: { status: 'waiting' }, $setOnInsert: { leaseBy: '', leaseUntil: new Date() } },
          { upsert: true },
        )
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
    },

    claim: (name: string, worker: string, leaseMs: number) =>
      Rebuilds.findOneAndUpdate(
        { _id: name, status: 'waiting', leaseUntil: { $lte: new Date() } },
        { $set: { leaseBy: worker, leaseUntil: until(leaseMs) } },
        { returnDocument: 'after', lean: true },
      ),

    async renew({ _id }: Rebuild, worker: string, leaseMs: number): Promise<boolean> {
      const renewed = await Rebuilds.updateOne(
        { _id, leaseBy: worker, status: 'waiting' },
        { $set: { leaseUntil: until(leaseMs) } },
      )
      return renewed.matchedCount === 1
    },

    finish: ({ _id }: Rebuild) => Rebuilds.updateOne({ _id }, { $set: { status: 'done' } }),
  }
}
