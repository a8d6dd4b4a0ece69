import { type IncomingEvent, keepCopy } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** What a plan (billing owns it) allows of chats and their files. */
export type PlanCopy = { chats: number; filesPerChat: number; storageBytes: number }
type Kept = PlanCopy & { _id: string; orgId: number; version: number }

const schema = new Schema<Kept>({
  _id: { type: String, required: true },
  orgId: Number,
  version: Number,
  chats: Number,
  filesPerChat: Number,
  storageBytes: Number,
})

export type PlanCopies = ReturnType<typeof planCopies>

export function planCopies(db: Connection) {
  const Copies = db.model<Kept>('PlanCopy', schema)
  return {
    keep: (event: IncomingEvent<'plan.changed'>) => {
      const { chats, filesPerChat, storageBytes } = event.payload
      return keepCopy(Copies, event, { chats, filesPerChat, storageBytes: Number(storageBytes) })
    },

    find: (id: number): Promise<PlanCopy | null> => Copies.findById(String(id)).lean<PlanCopy>().exec(),
  }
}
