import { fieldMessages, limits } from '@lectern/contracts'
import { type MailEntry, type MailFields, mailedAtBirth, mailFields, withMail } from '@lectern/mail'
import {
  type Aggregate,
  aggregateFields,
  CallError,
  duplicateKey,
  invalid,
  type OutboxEntry,
  tell,
  toldAtBirth,
} from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** A code that was asked for, and how often somebody tried to guess it. */
type Reset = { id: string; expiresAt: Date; tries: number }

/** A deleted one stays as a mark without anything of the person. */
export type User = Aggregate &
  MailFields & {
    /** Trimmed and lower-cased. */
    email: string
    name: string
    passwordHash: string
    typeId: number
    isRoot: boolean
    verified: boolean
    /** The invitation that was accepted; it can be accepted once. */
    inviteId?: string
    reset?: Reset
    createdAt: Date
    deletedAt?: Date
  }

const schema = new Schema<User>({
  _id: { type: String, required: true },
  ...aggregateFields,
  ...mailFields,
  email: { type: String, required: true, unique: true },
  name: { type: String, default: '' },
  passwordHash: { type: String, default: '' },
  typeId: { type: Number, required: true },
  isRoot: { type: Boolean, default: false },
  verified: { type: Boolean, default: false },
  inviteId: { type: String, unique: true, sparse: true },
  reset: new Schema({ id: String, expiresAt: Date, tries: Number }, { _id: false }),
  createdAt: { type: Date, required: true },
  deletedAt: Date,
})
schema.index({ orgId: 1 })

export type NewUser = Pick<User, '_id' | 'email' | 'name' | 'passwordHash' | 'typeId' | 'verified' | 'inviteId'>
export type Users = ReturnType<typeof userModel>

export function userModel(db: Connection) {
  const Users = db.model<User>('User', schema)
  const live = (orgId: number, id: string) => ({ _id: id, orgId, deletedAt: null })
  const setting = (entry: OutboxEntry, fields: Partial<User>) => {
    const told = tell(entry)
    return { ...told, $set: { ...told.$set, ...fields } }
  }
  const isTaken = async (fields: object) => (await Users.exists(fields)) !== null

  return {
    model: Users,
    ready: () => Users.init(),

    /**
     * Inserts a user together with the event that tells of it, and the mail to send.
     * @throws CallError invalid when the email is taken, or the invitation used
     */
    async add(orgId: number, user: NewUser, registered: OutboxEntry, mail: MailEntry | null): Promise<User> {
      const mailed = mail ? mailedAtBirth(mail) : {}
      try {
        const added = await Users.create({
          ...user,
          orgId,
          createdAt: new Date(),
          ...toldAtBirth(registered),
          ...mailed,
        })
        return added.toObject()
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
        if (await isTaken({ email: user.email })) throw invalid({ email: [fieldMessages.emailTaken] })
        throw invalid({ invite_token: [fieldMessages.invite] })
      }
    },

    find(orgId: number, id: string): Promise<User | null> {
      return Users.findOne(live(orgId, id)).lean<User>()
    },

    /** At login no organization is known yet. */
    findByEmail(email: string): Promise<User | null> {
      return Users.findOne({ email }).lean<User>()
    },

    /** Of any organization: links of mails name the user alone. */
    findById(id: string): Promise<User | null> {
      return Users.findOne({ _id: id, deletedAt: null }).lean<User>()
    },

    hasAccepted: (inviteId: string): Promise<boolean> => isTaken({ inviteId }),

    async rename(orgId: number, id: string, name: string, entry: OutboxEntry): Promise<void> {
      await Users.updateOne(live(orgId, id), setting(entry, { name }))
    },

    async changePassword(
      orgId: number,
      id: string,
      passwordHash: string,
      entry: OutboxEntry,
      mail: MailEntry,
    ): Promise<void> {
      await Users.updateOne(live(orgId, id), withMail(setting(entry, { passwordHash }), mail))
    },

    /** False when it is verified already. */
    async verify(orgId: number, id: string, entry: OutboxEntry): Promise<boolean> {
      const done = await Users.updateOne({ ...live(orgId, id), verified: false }, setting(entry, { verified: true }))
      return done.matchedCount === 1
    },

    /** False when it is verified already. */
    async mailVerification(orgId: number, id: string, mail: MailEntry): Promise<boolean> {
      const update = withMail({ $push: {}, $set: {} }, mail)
      return (await Users.updateOne({ ...live(orgId, id), verified: false }, update)).matchedCount === 1
    },

    /** Of whichever account has this email, if any; the code before it is good no more. */
    async askReset(email: string, id: string, mail: MailEntry): Promise<void> {
      const reset = { id, expiresAt: new Date(Date.now() + limits.resetMinutes * 60_000), tries: 0 }
      await Users.updateOne({ email }, withMail({ $push: {}, $set: { reset } }, mail))
    },

    /** Uses up one try and answers whose it was; null when there is nothing to try at. */
    tryReset(email: string): Promise<User | null> {
      const open = { 'reset.expiresAt': { $gt: new Date() }, 'reset.tries': { $lt: limits.resetTries } }
      return Users.findOneAndUpdate(
        { email, ...open },
        { $inc: { 'reset.tries': 1 } },
        { returnDocument: 'after' },
      ).lean<User>()
    },

    /** Sets a new password in exchange for the code. @throws CallError conflict when it was used or replaced meanwhile */
    async finishReset(
      { orgId, _id, reset }: User,
      passwordHash: string,
      entry: OutboxEntry,
      mail: MailEntry,
    ): Promise<void> {
      const update = { ...withMail(setting(entry, { passwordHash }), mail), $unset: { reset: 1 } }
      const done = await Users.updateOne({ ...live(orgId, _id), 'reset.id': reset?.id }, update)
      if (done.matchedCount === 0) throw new CallError('conflict')
    },

    /** Whether it is as it was read: neither deleted since, nor with another password. */
    isCurrent: async ({ orgId, _id, passwordHash }: User): Promise<boolean> =>
      (await Users.exists({ ...live(orgId, _id), passwordHash })) !== null,

    /** The invitation it came by, if any; of a deleted one too. */
    async inviteIdOf(orgId: number, id: string): Promise<string | null> {
      return (await Users.findOne({ _id: id, orgId }, { inviteId: 1 }).lean<User>())?.inviteId ?? null
    },

    /** Deleted ones too. */
    async listIds(orgId: number, limit: number): Promise<string[]> {
      const found = await Users.find({ orgId }, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean<User[]>()
      return found.map(({ _id }) => _id)
    },

    async remove(orgId: number, ids: string[]): Promise<void> {
      await Users.deleteMany({ orgId, _id: { $in: ids } })
    },

    /** Leaves a mark only, and its email free for another account. False when there is no such user. */
    async markDeleted(orgId: number, id: string, entry: OutboxEntry): Promise<boolean> {
      const gone = { deletedAt: new Date(), email: `deleted ${id}`, name: '', passwordHash: '', mails: [] }
      const update = { ...setting(entry, gone), $unset: { reset: 1, mailsAt: 1 } }
      return (await Users.updateOne(live(orgId, id), update)).matchedCount === 1
    },
  }
}
