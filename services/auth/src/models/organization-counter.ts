import { duplicateKey } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

type Counter = { _id: string; value: number }

const schema = new Schema<Counter>({ _id: { type: String, required: true }, value: { type: Number, required: true } })

/** Gives out the ids of organizations, counting up from 1; an id is never given twice. */
export function organizationCounter(db: Connection) {
  const Counters = db.model<Counter>('Counter', schema)
  const next = () =>
    Counters.findOneAndUpdate(
      { _id: 'organization' },
      { $inc: { value: 1 } },
      { upsert: true, returnDocument: 'after', lean: true },
    )
  return async (): Promise<number> => {
    // Two at once may both try to insert the very first count; the second then finds it.
    const counter = await next().catch((error) => {
      if (error.code === duplicateKey) return next()
      throw error
    })
    if (!counter) throw new Error('the counter of organizations gave no id')
    return counter.value
  }
}
