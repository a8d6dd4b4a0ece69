import { type Aggregate, aggregateFields, duplicateKey, type OutboxEntry, toldAtBirth } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

export type User = Aggregate & {
  /** Trimmed and lower-cased. */
  email: string
  name: string
  passwordHash: string
  typeId: number
  isRoot: boolean
  verified: boolean
  createdAt: Date
}

const schema = new Schema<User>({
  _id: { type: String, required: true },
  ...aggregateFields,
  email: { type: String, required: true, unique: true },
  name: { type: String, required: true },
  passwordHash: { type: String, required: true },
  typeId: { type: Number, required: true },
  isRoot: { type: Boolean, default: false },
  verified: { type: Boolean, default: false },
  createdAt: { type: Date, required: true },
})

export type NewUser = Pick<User, '_id' | 'email' | 'name' | 'passwordHash' | 'typeId'>
export type Users = ReturnType<typeof userModel>

export function userModel(db: Connection) {
  const Users = db.model<User>('User', schema)
  return {
    model: Users,
    ready: () => Users.init(),

    /** Inserts a user together with the event that tells of it. Null when the email is taken. */
    async add(orgId: number, user: NewUser, registered: OutboxEntry): Promise<User | null> {
      try {
        const added = await Users.create({ ...user, orgId, createdAt: new Date(), ...toldAtBirth(registered) })
        return added.toObject()
      } catch (error) {
        if ((error as { code?: number }).code === duplicateKey) return null
        throw error
      }
    },

    find(orgId: number, id: string): Promise<User | null> {
      return Users.findOne({ _id: id, orgId }).lean<User>()
    },

    /** The one query without an organization: at login it is not known yet. */
    findByEmail(email: string): Promise<User | null> {
      return Users.findOne({ email }).lean<User>()
    },
  }
}
