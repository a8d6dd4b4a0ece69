import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, Schema } from 'mongoose'
import { duplicateKey } from './inbox.ts'

/** Something that is being added to an organization right now: to what, and how large it is. */
export type Entering = { id: string; of: string; size: number; at: Date }

type Decide = (others: Entering[]) => Promise<void>

type Gate = { _id: string; orgId: number; revision: number; open: Entering[] }

const schema = new Schema<Gate>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  revision: { type: Number, required: true },
  open: [new Schema<Entering>({ id: String, of: String, size: Number, at: Date }, { _id: false, id: false })],
})

/** Longer than it takes to write a record; what is older was left by a process that was killed. */
const openMs = 5 * 60_000

export type Gates = ReturnType<typeof createGates>

/**
 * Lets what is limited into an organization one by one, so that a limit holds however many add at once. Nothing is
 * counted here: `decide` counts what is there, except what is in `others`, and then those, and throws where there is
 * no room. An organization's gate opens for one caller at a time; who was not first decides anew.
 */
export function createGates(db: Connection) {
  const Gates = db.model<Gate>('Gate', schema)

  /** False when another was let in meanwhile. */
  const open = async (orgId: number, gate: Gate | null, entry: Entering): Promise<boolean> => {
    const _id = String(orgId)
    if (gate) {
      const { revision } = gate
      const opened = await Gates.updateOne({ _id, revision }, { $inc: { revision: 1 }, $push: { open: entry } })
      return opened.matchedCount === 1
    }
    try {
      await Gates.create({ _id, orgId, revision: 1, open: [entry] })
      return true
    } catch (error) {
      if ((error as { code?: number }).code === duplicateKey) return false
      throw error
    }
  }

  const letIn = async (orgId: number, entry: Omit<Entering, 'at'>, decide: Decide): Promise<void> => {
    const _id = String(orgId)
    for (;;) {
      const gate = await Gates.findById(_id).lean<Gate>()
      const before = new Date(Date.now() - openMs)
      const others = (gate?.open ?? []).filter(({ at }) => at >= before)
      if (gate && others.length < gate.open.length)
        await Gates.updateOne({ _id }, { $pull: { open: { at: { $lt: before } } } })
      await decide(others)
      if (await open(orgId, gate, { ...entry, at: new Date() })) return
      await pause(Math.random() * 20)
    }
  }

  /** Those of one process take turns, rather than decide in vain. */
  const turns = new Map<number, Promise<void>>()
  const inTurn = (orgId: number, work: () => Promise<void>): Promise<void> => {
    const mine = (turns.get(orgId) ?? Promise.resolve()).then(work)
    const over = mine
      .catch(() => {})
      .then(() => {
        if (turns.get(orgId) === over) turns.delete(orgId)
      })
    turns.set(orgId, over)
    return mine
  }

  return {
    /** Adds something once `decide` found room for it. */
    async enter<T>(
      orgId: number,
      { id, of, size = 0 }: { id: string; of: string; size?: number },
      decide: Decide,
      add: () => Promise<T>,
    ): Promise<T> {
      const _id = String(orgId)
      await inTurn(orgId, () => letIn(orgId, { id, of, size }, decide))
      try {
        return await add()
      } finally {
        // One that stays open holds its room for some minutes; what was added is there all the same.
        await Gates.updateOne({ _id }, { $pull: { open: { id } } }).catch(() => {})
      }
    },
  }
}
